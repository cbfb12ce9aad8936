import type { Alternative } from "../decisions/draft";
import { recordRef } from "../decisions/record-ref";
import { DECISION_STATUSES } from "../decisions/transitions";
import type { AuthorView } from "../decisions/views";
import { readFields, unixLines, writeField } from "./blocks";
import { instantOfText, writeTime } from "./common-fields";
import type { ParseText } from "./config-toml";
import { readEvidence, readNumbers, readWords, writeEvidence, writeNumbers, writeWords } from "./lists";
import { type MadrSection, madrSections, optionSections, sectionText } from "./madr-sections";
import { NOBODY, type PortableDecision, type ReadProblem, type ReadRecords } from "./portable";

/**
 * Decisions as Markdown Architectural Decision Records, version 4.0 (adr.github.io/madr): front matter with status,
 * date and decision-makers; Context and Problem Statement; Considered Options; Decision Outcome with its consequences;
 * Pros and Cons of the Options. What a decision has beside them stands under More Information, a field a line.
 */
export function madrFileName({ number, title }: { readonly number: number; readonly title: string }): string {
  const slug = title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return `docs/decisions/${String(number).padStart(4, "0")}-${slug || "decision"}.md`;
}

export function writeMadr(decision: PortableDecision, supersededBy: readonly number[]): string {
  const { title, status, decidedOn, author, context, impact, alternatives } = decision;
  const [successor] = supersededBy;
  const stands = status === "superseded" && successor !== undefined ? `superseded by ${adr(successor)}` : status;
  const front = [
    `status: ${JSON.stringify(stands)}`,
    ...(decidedOn === null ? [] : [`date: ${JSON.stringify(writeTime(decidedOn))}`]),
    ...(author.name === "" ? [] : [`decision-makers: [${JSON.stringify(author.name)}]`]),
  ];
  const others = alternatives.filter(({ option }) => headingOf(option) !== decision.decision);
  const isChosen = decision.reasoning !== "" && /^[^"\n]+$/.test(unixLines(decision.decision));
  const outcome = isChosen ? `Chosen option: "${decision.decision}", because ${decision.reasoning}` : decision.decision;
  const parts = [
    `---\n${front.join("\n")}\n---`,
    `# ${headingOf(title)}`,
    section("## Context and Problem Statement", context),
    others.length === 0 ? "" : `## Considered Options\n\n${others.map(optionLine).join("\n")}`,
    section("## Decision Outcome", outcome),
    section("### Reasoning", isChosen ? "" : decision.reasoning),
    section("### Consequences", impact),
    prosAndCons(others),
    moreInformation(decision),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function adr(number: number): string {
  return `ADR-${String(number).padStart(4, "0")}`;
}

function section(heading: string, text: string): string {
  return text === "" ? "" : `${heading}\n\n${sectionText(unixLines(text))}`;
}

function optionLine({ option }: Alternative): string {
  return `* ${headingOf(option)}`;
}

/** One line, as a heading needs it. */
function headingOf(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function prosAndCons(alternatives: readonly Alternative[]): string {
  // Options are found again by heading and order: where one of a name has something to tell, all of that name stand.
  const telling = alternatives.filter(({ option, detail, whyNot }) => {
    return detail !== "" || whyNot !== "" || option !== headingOf(option);
  });
  const headings = new Set(telling.map(({ option }) => headingOf(option)));
  const told = alternatives.filter(({ option }) => headings.has(headingOf(option)));
  if (told.length === 0) return "";
  const parts = told.map((alternative) => {
    const { option, detail, whyNot } = alternative;
    const heading = headingOf(option);
    const name = heading === option ? "" : option;
    const fields = [
      ["Option", name],
      ["Detail", detail],
      ["Bad, because", whyNot],
    ] as const;
    const lines = fields.filter(([, value]) => value !== "").map(([label, value]) => writeField(label, value));
    return [`### ${heading}`, ...(lines.length === 0 ? [] : ["", ...lines])].join("\n");
  });
  return `## Pros and Cons of the Options\n\n${parts.join("\n\n")}`;
}

function moreInformation(decision: PortableDecision): string {
  const { session, author } = decision;
  const fields = [
    ["Session", session === null ? "" : String(session)],
    ["Reversible", decision.reversible],
    ["Risk", decision.risk],
    ["Confidence", decision.confidence],
    ["Assumptions", writeWords(decision.assumptions)],
    ["Affected Paths", writeWords(decision.affectedPaths)],
    ["Tags", writeWords(decision.tags)],
    ["Supersedes", writeNumbers("ADR", decision.supersedes).replace(/ADR-(\d+)/g, (_, digits) => adr(Number(digits)))],
    ["Amends", decision.amends.map(adr).join(", ")],
    ["Evidence", writeEvidence(decision.evidence)],
    ["Links", writeEvidence(decision.links)],
    ["Recorded by", author.name === "" ? "" : author.kind],
    ["Recorded", decision.recordedAt],
  ] as const;
  const told = fields.filter(([, value]) => value !== "");
  if (told.length === 0) return "";
  return `## More Information\n\n${told.map(([name, value]) => writeField(name, value)).join("\n")}`;
}

const FRONT = /^---\n([\s\S]*?)\n---\n/;

/** @param file `docs/decisions/0012-title.md`: the number is in its name. */
export function readMadr(
  file: string,
  raw: string,
  parseYaml: ParseText,
): ReadRecords<PortableDecision> & {
  /** The record that the status names as its successor. */
  readonly supersededBy: number | null;
} {
  const text = unixLines(raw.replace(/^\uFEFF/, ""));
  const problems: ReadProblem[] = [];
  const front = readFront(file, FRONT.exec(text)?.[1] ?? "", parseYaml, problems);
  const { title, line, sections } = madrSections(
    text.replace(FRONT, (found) => "\n".repeat(found.split("\n").length - 1)),
  );
  if (title === "") {
    const message = "The record has no heading. Write its title as the first heading: # Title.";
    problems.push({ file, line: 1, field: "title", message });
    return { records: [], problems, supersededBy: null };
  }
  const number = Number(/(?:^|\/)0*(\d{1,9})-[^/]*$/.exec(file)?.[1] ?? Number.NaN);
  const more = new Map(
    readFields(bodyOf(sections, "More Information").split("\n")).fields.map((f) => [f.name, f.value]),
  );
  const said = (name: string) => more.get(name) ?? "";
  const known = Number.isInteger(number) && number > 0 ? number : null;
  const value: PortableDecision = {
    number: known,
    // The same name as in other formats: a folder may hold a decision in two of them.
    key: known === null ? file : recordRef("decision", known),
    title,
    session: /^\d{1,9}$/.test(said("Session")) ? Number(said("Session")) : null,
    status: front.status,
    decidedOn: front.decidedOn,
    context: bodyOf(sections, "Context and Problem Statement"),
    ...outcomeOf(sections),
    alternatives: alternativesOf(sections, outcomeOf(sections).decision),
    reversible: said("Reversible"),
    risk: said("Risk"),
    confidence: said("Confidence"),
    assumptions: [...readWords(said("Assumptions")), ...driversOf(sections)],
    affectedPaths: readWords(said("Affected Paths")),
    tags: readWords(said("Tags")),
    supersedes: readNumbers(said("Supersedes")),
    amends: readNumbers(said("Amends")),
    evidence: readEvidence(said("Evidence")),
    links: readEvidence(said("Links")),
    author: front.maker === "" ? NOBODY : ({ kind: said("Recorded by"), name: front.maker } satisfies AuthorView),
    recordedAt: instantOfText(said("Recorded")) ?? "",
  };
  return { records: [{ value, file, line }], problems, supersededBy: front.supersededBy };
}

function bodyOf(sections: readonly MadrSection[], title: string): string {
  return sections.find((one) => one.title.toLowerCase() === title.toLowerCase())?.body ?? "";
}

function driversOf(sections: readonly MadrSection[]): string[] {
  return bulletLines(bodyOf(sections, "Decision Drivers"));
}

function bulletLines(text: string): string[] {
  return text.split("\n").flatMap((line) => /^[-*+] (.*)$/.exec(line)?.[1]?.trim() || []);
}

/** `Chosen option: "X", because Y.` is the decision and why; text of another form is the decision. */
function outcomeOf(sections: readonly MadrSection[]) {
  const outcome = bodyOf(sections, "Decision Outcome");
  const reasoning = bodyOf(sections, "Reasoning");
  const impact = bodyOf(sections, "Consequences") || bodyOf(sections, "Positive Consequences");
  const chosen = /^Chosen option: "([^"\n]+)",? because ([\s\S]+)$/.exec(outcome);
  if (chosen && reasoning === "") return { decision: chosen[1] ?? "", reasoning: chosen[2] ?? "", impact };
  return { decision: outcome, reasoning, impact };
}

function alternativesOf(sections: readonly MadrSection[], decision: string): Alternative[] {
  const told = optionSections(bodyOf(sections, "Pros and Cons of the Options"));
  return bulletLinesExact(bodyOf(sections, "Considered Options")).flatMap((heading) => {
    if (heading === decision) return [];
    const found = told.get(heading)?.shift();
    const fields = new Map(readFields(found ?? []).fields.map(({ name, value }) => [name, value]));
    const whyNot = fields.get("Bad, because") ?? prose(found ?? []);
    return [{ option: fields.get("Option") ?? heading, detail: fields.get("Detail") ?? "", whyNot }];
  });
}

function bulletLinesExact(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const found = /^[-*+](?: (.*))?$/.exec(line);
    return found ? [(found[1] ?? "").trim()] : [];
  });
}

/** Good and bad points as others write them. */
function prose(lines: readonly string[]): string {
  if (lines.some((line) => /^[-*] \*\*/.test(line))) return "";
  return lines.join("\n").trim();
}

function readFront(file: string, yaml: string, parseYaml: ParseText, problems: ReadProblem[]) {
  const front = new Map<string, unknown>();
  try {
    const parsed = yaml === "" ? {} : parseYaml(yaml);
    if (typeof parsed === "object" && parsed !== null) for (const entry of Object.entries(parsed)) front.set(...entry);
  } catch (error) {
    const said = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    problems.push({ file, line: 2, field: null, message: `The front matter is no YAML, and was left out: ${said}` });
  }
  const status = textIn(front.get("status")).toLowerCase();
  const successor = /superseded by\s+\[?(?:adr|dec)-0*(\d{1,9})/.exec(status)?.[1];
  const date = textIn(front.get("date"));
  const makers = front.get("decision-makers") ?? front.get("deciders");
  return {
    status: statusIn(file, status, problems),
    supersededBy: successor === undefined ? null : Number(successor),
    decidedOn: date === "" ? null : instantOfText(date),
    maker: Array.isArray(makers) ? makers.map(textIn).join(", ") : textIn(makers),
  };
}

function textIn(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, "");
  return typeof value === "string" ? value : "";
}

function statusIn(file: string, said: string, problems: ReadProblem[]): string {
  const status = DECISION_STATUSES.find((known) => said === known || said.startsWith(`${known} `));
  if (status !== undefined) return status;
  if (said !== "") {
    const message = `${said.slice(0, 60)} is no status; it is taken as proposed. Write one of ${DECISION_STATUSES.join(", ")}.`;
    problems.push({ file, line: 2, field: "status", message });
  }
  return "proposed";
}
