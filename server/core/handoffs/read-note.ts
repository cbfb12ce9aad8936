import { canonicalJson } from "../events/canonical-json";
import type { HandoffNote, SectionState } from "./note";
import { NOTE_SECTIONS, type NoteSection, SECTION_TITLES } from "./note-sections";
import { checkOf, commitOf, fileOf, itemsOf, rejectedOf, todoOf, withRefOf } from "./read-items";
import { type NotePart, partsOf } from "./sections";

/** Text that stands where the form has no place for it is kept under this heading. */
const LOOSE_TITLE = "Notes";

/** "None", said in a section: its author knows that there is nothing. */
const NOTHING = /^(?:[-*+]\s+)?(?:none|nothing|n\/a|no)\.?$/i;

/**
 * Reads a note from the Markdown of its published form, so that completeness, lists and the prompt work for what a
 * person edited. Never refuses: unknown sections and loose text are kept under `more`. For a note in canonical form,
 * writing the answer gives the same Markdown again.
 *
 * @param before the note that was edited: what the form does not carry (client, role, events) is taken over from it.
 */
export function readNote(markdown: string, before: HandoffNote): HandoffNote {
  const { head, parts } = partsOf(markdown);
  const sections = new Sections(parts);
  const { from, to, loose } = readHead(head, before);
  const read = readSections(sections, before);
  const note: HandoffNote = {
    from,
    to,
    ...read.lists,
    completeness: [],
    ...optionalMore([
      ...(loose === "" ? [] : [{ title: LOOSE_TITLE, body: loose }]),
      ...read.unread,
      ...sections.rest(),
    ]),
  };
  return { ...note, completeness: NOTE_SECTIONS.map((section) => stateOf(section, note, sections, before)) };
}

/** Known sections by their title; the same title twice counts as one section. */
class Sections {
  private readonly bodies = new Map<string, string>();
  private readonly known = new Set<string>([...Object.values(SECTION_TITLES), "Branch", "Commits"].map(keyOf));
  private readonly unknown: NotePart[] = [];

  constructor(parts: readonly NotePart[]) {
    for (const part of parts) {
      const key = keyOf(part.title);
      if (!this.known.has(key)) this.unknown.push(part);
      else this.bodies.set(key, [this.bodies.get(key) ?? "", part.body].filter((body) => body !== "").join("\n"));
    }
  }

  /** Empty for a section that is not there, and for one that says "None". */
  text(title: string): string {
    const body = this.bodies.get(keyOf(title)) ?? "";
    return NOTHING.test(body.trim()) ? "" : body;
  }

  saysNothing(title: string): boolean {
    return NOTHING.test((this.bodies.get(keyOf(title)) ?? "").trim());
  }

  rest(): readonly NotePart[] {
    return this.unknown;
  }
}

function keyOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function readSections(sections: Sections, before: HandoffNote) {
  const items = (section: NoteSection) => itemsOf(sections.text(SECTION_TITLES[section]));
  const checks = items("checks").map((item) => ({ item, check: checkOf(item) }));
  const unreadChecks = checks.flatMap(({ item, check }) => (check === null ? [`- ${item}`] : []));
  return {
    lists: {
      currentTask: sections.text(SECTION_TITLES.currentTask),
      progress: items("progress").map(todoOf),
      keyDecisions: items("keyDecisions").map(withRefOf),
      rejectedAlternatives: items("rejectedAlternatives").map(rejectedOf),
      failedApproaches: items("failedApproaches").map((item) => {
        const failed = rejectedOf(item);
        const known = before.failedApproaches.find((one) => one.ref === failed.ref && item.startsWith(one.text));
        return { ...failed, eventRef: known?.eventRef ?? null };
      }),
      openQuestions: items("openQuestions"),
      filesModified: items("filesModified").map(fileOf),
      nextSteps: items("nextSteps"),
      remainingFailures: items("remainingFailures").map((item) => {
        const failure = withRefOf(item);
        const known = before.remainingFailures.find(({ text, ref }) => text === failure.text && ref === failure.ref);
        return { ...failure, eventRef: known?.eventRef ?? null };
      }),
      checks: checks.flatMap(({ check }) => {
        if (check === null) return [];
        const known = before.checks.find((one) => one.check === check.check && one.command === check.command);
        return [{ ...check, eventRef: known?.eventRef ?? null }];
      }),
      branch: sections.text("Branch") || null,
      commits: itemsOf(sections.text("Commits")).map(commitOf),
    },
    unread: unreadChecks.length === 0 ? [] : [{ title: SECTION_TITLES.checks, body: unreadChecks.join("\n") }],
  };
}

function optionalMore(parts: readonly NotePart[]): Pick<HandoffNote, "more"> {
  return parts.length === 0 ? {} : { more: parts.map(({ title, body }) => ({ title, text: body })) };
}

const FROM = /^\*\*From\*\*:\s*(?:Session #(\d{1,9})|(.+?))(?: \(([^()]*)\))?\s*$/;
const TO = /^\*\*To\*\*:\s*(.*?)\s*$/;

function readHead(head: string, before: HandoffNote) {
  let from = before.from;
  let to = before.to;
  const loose: string[] = [];
  for (const line of head.split("\n")) {
    const sender = FROM.exec(line);
    const addressee = TO.exec(line)?.[1];
    if (sender) from = { ...from, ...senderOf(sender, before) };
    else if (addressee !== undefined) to = addressee || before.to;
    else loose.push(line);
  }
  return { from, to, loose: loose.join("\n").trim() };
}

function senderOf([, session, name, at]: RegExpExecArray, before: HandoffNote): Partial<HandoffNote["from"]> {
  const time = { at: at ?? before.from.at };
  if (session !== undefined) return { session: Number(session), ...time };
  return { session: null, agent: name ?? before.from.agent, ...time };
}

function stateOf(section: NoteSection, note: HandoffNote, sections: Sections, before: HandoffNote): SectionState {
  const title = SECTION_TITLES[section];
  if (sections.saysNothing(title)) return { section, state: "none", reason: "The author says that there is nothing." };
  const old = before.completeness.find((one) => one.section === section);
  if (sections.text(title) !== "") {
    // A check list that nobody touched is as old as it was.
    const isUntouched = section === "checks" && canonicalJson(note.checks) === canonicalJson(before.checks);
    return isUntouched && old ? old : { section, state: "filled", reason: "" };
  }
  if (old && old.state !== "filled") return old;
  return { section, state: "missing", reason: `The note does not say. Write "None" if there is nothing.` };
}

/** The Markdown with another addressee: whom a note is for can change without a new version. */
export function addressed(markdown: string, to: string): string {
  const { head } = partsOf(markdown);
  if (!head.split("\n").some((line) => TO.test(line))) return markdown;
  return markdown.replace(/^\*\*To\*\*:.*$/m, () => `**To**: ${to}`);
}
