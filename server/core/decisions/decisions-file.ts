import type { ListFile } from "../formats/list-file";
import { writeEvidenceLine } from "./evidence-lines";
import { recordRef } from "./record-ref";
import { alternativeLine } from "./shown-fields";
import type { DecisionVersionView } from "./views";

/** The list of decisions as files: a table for spreadsheets, a document for people. */

export type ExportedDecision = DecisionVersionView & { readonly number: number; readonly notice: string | null };

const HEAD = [
  "number",
  "version",
  "status",
  "title",
  "decided_on",
  "author",
  "context",
  "decision",
  "reasoning",
  "alternatives",
  "impact",
  "reversible",
  "risk",
  "confidence",
  "assumptions",
  "paths",
  "tags",
  "supersedes",
  "amends",
  "notice",
  "evidence",
];

export const DECISIONS_FILE: ListFile<ExportedDecision> = {
  head: HEAD,
  cells: (row) => [
    recordRef("decision", row.number),
    row.version,
    row.status,
    row.title,
    row.decidedOn,
    row.author.name,
    row.context,
    row.decision,
    row.reasoning,
    row.alternatives.map(alternativeLine).join("\n"),
    row.impact,
    row.reversible,
    row.risk,
    row.confidence,
    row.assumptions.join("\n"),
    row.affectedPaths.join("\n"),
    row.tags.join("\n"),
    row.supersedes.map((number) => recordRef("decision", number)).join("\n"),
    row.amends.map((number) => recordRef("decision", number)).join("\n"),
    row.notice ?? "",
    row.evidence.map(writeEvidenceLine).join("\n"),
  ],
  markdown: (row) =>
    [
      `## ${recordRef("decision", row.number)}: ${row.title}`,
      row.notice === null ? "" : `> **${row.notice}**`,
      factLines([
        ["Status", row.status],
        ["Decided", row.decidedOn?.slice(0, 10) ?? ""],
        ["Author", row.author.name],
        ["Confidence", row.confidence],
        ["Risk", row.risk],
        ["Reversible", row.reversible],
        ["Tags", row.tags.join(", ")],
        ["Supersedes", row.supersedes.map((number) => recordRef("decision", number)).join(", ")],
        ["Amends", row.amends.map((number) => recordRef("decision", number)).join(", ")],
      ]),
      section("Context", row.context),
      section("Decision", row.decision),
      section("Reasoning", row.reasoning),
      section("Alternatives", bullets(row.alternatives.map(alternativeLine))),
      section("Impact", row.impact),
      section("Assumptions", bullets(row.assumptions)),
      section("Paths", bullets(row.affectedPaths.map((path) => `\`${path}\``))),
      section("Evidence", bullets(row.evidence.map(writeEvidenceLine))),
      section("Links", bullets(row.links.map(writeEvidenceLine))),
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
};

export function factLines(facts: readonly (readonly [string, string])[]): string {
  return facts
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `- **${name}**: ${value}`)
    .join("\n");
}

export function section(head: string, text: string): string {
  return text.trim() === "" ? "" : `### ${head}\n\n${text.trim()}`;
}

export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line.replace(/\s*\n\s*/g, " ")}`).join("\n");
}
