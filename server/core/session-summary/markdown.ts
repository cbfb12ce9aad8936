import { changeOf, MARKS, SUFFIX, withRef } from "../handoffs/markdown";
import { escapedBlock } from "../handoffs/sections";
import { oneLine } from "../handoffs/todos";
import { type SessionSummaryBody, SUMMARY_TITLES, type SummarySection } from "./body";
import { DATED_HEADING, EVIDENCE, FILE_COLUMNS, LESSON, OWN_TITLE, REASON, sectionNamed, TEST_COLUMNS } from "./form";

/** Text that stands where the form has no place for it is kept under this heading. */
export const LOOSE_TITLE = "Notes";

/**
 * A summary as Markdown, in the form of the published SESSION_SUMMARY.md. Empty sections are left out; each statement
 * carries what proves it on a line of its own. `readSessionSummary` reads it back, and writing that gives the same
 * bytes.
 *
 *     # Session Summary
 *
 *     - **Session**: #12 (2026-03-20 14:30)
 *
 *     ## What Worked
 *
 *     - `npm test` passes.
 *       - Evidence: ctx:e42
 */
export function writeSessionSummary(body: SessionSummaryBody): string {
  const sections: Readonly<Record<SummarySection, string>> = {
    task: escapedBlock(body.task),
    worked: list(body.worked, ({ text, evidence }) => item(text, [[EVIDENCE, links(evidence)]])),
    failed: list(body.failed, ({ approach, reason, lesson, evidence }) =>
      item(approach, [
        [REASON, reason],
        [LESSON, lesson],
        [EVIDENCE, links(evidence)],
      ]),
    ),
    remaining: list(body.remaining, ({ text, state, evidence }) =>
      oneLine(text) === "" ? [] : item(`[${MARKS[state]}] ${text}${SUFFIX[state]}`, [[EVIDENCE, links(evidence)]]),
    ),
    decisions: list(body.decisions, ({ text, ref, evidence }) =>
      oneLine(text) === "" ? [] : item(withRef(text, ref), [[EVIDENCE, links(evidence)]]),
    ),
    files: table(
      FILE_COLUMNS,
      body.files.map((file) => [file.path, changeOf(file), links(file.evidence)]),
    ),
    tests: table(
      TEST_COLUMNS,
      body.tests.map((test) => [test.check, test.passed ? "passed" : "failed", test.command, links(test.evidence)]),
    ),
    blockers: list(body.blockers, ({ text, evidence }) => item(text, [[EVIDENCE, links(evidence)]])),
    preferences: list(body.preferences, ({ text, evidence }) => item(text, [[EVIDENCE, links(evidence)]])),
    questions: list(body.questions, ({ text, evidence }) => item(text, [[EVIDENCE, links(evidence)]])),
  };
  const known = Object.entries(SUMMARY_TITLES).map(([section, title]) => [title, textIn(sections, section)] as const);
  const parts = [...known, ...moreOf(body)].filter(([, text]) => text !== "");
  return `${[`# ${OWN_TITLE}`, headOf(body), ...parts.map(([title, text]) => `## ${title}\n\n${text}`)].join("\n\n")}\n`;
}

function textIn(sections: Readonly<Record<string, string>>, section: string): string {
  return sections[section] ?? "";
}

function headOf({ from }: SessionSummaryBody): string {
  const at = oneLine(from.at.replace(/[()]/g, " "));
  const number = from.session === null ? "none" : `#${from.session}`;
  const rows: readonly (readonly [string, string])[] = [
    ["Session", at === "" ? number : `${number} (${at})`],
    ["Client", oneLine(from.client)],
    ["Agents", links(from.agents)],
    ["Branch", oneLine(from.branch ?? "")],
  ];
  return rows
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `- **${label}**: ${value}`)
    .join("\n");
}

/** Sections of a person's own, each title once; one that is named like a section of the form goes with the notes. */
function moreOf({ more }: SessionSummaryBody): [string, string][] {
  const merged = new Map<string, string[]>();
  for (const { title, text } of more) {
    if (text.trim() === "") continue;
    const own = oneLine(title).replace(/[\s#]+$/, "");
    const name = isOwnTitle(own) ? own : LOOSE_TITLE;
    merged.set(name, [...(merged.get(name) ?? []), text]);
  }
  // Escaped as one: fences of two texts may pair.
  return [...merged].map(([title, texts]) => [title, escapedBlock(texts.join("\n"))]);
}

/** False for a title that means something to the form. */
function isOwnTitle(title: string): boolean {
  const means = title === "" || title === OWN_TITLE || DATED_HEADING.test(title);
  return !means && sectionNamed(title) === null;
}

/** Without an empty one; a comma ends one. */
function links(evidence: readonly string[]): string {
  return evidence
    .flatMap((one) => one.split(","))
    .map(oneLine)
    .filter((one) => one !== "")
    .join(", ");
}

function list<T>(rows: readonly T[], linesOf: (row: T) => readonly string[]): string {
  return rows.flatMap(linesOf).join("\n");
}

function item(text: string, fields: readonly (readonly [string, string])[]): string[] {
  const line = oneLine(text);
  if (line === "") return [];
  const told = fields.map(([label, value]) => [label, oneLine(value)] as const).filter(([, value]) => value !== "");
  return [`- ${line}`, ...told.map(([label, value]) => `  - ${label}: ${value}`)];
}

/** Rows without a first cell say nothing. */
function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const told = rows.map((cells) => cells.map(oneLine)).filter(([first]) => first !== "");
  if (told.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(columns), `|${" --- |".repeat(columns.length)}`, ...told.map(line)].join("\n");
}
