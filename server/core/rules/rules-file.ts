import { bullets, factLines, section } from "../decisions/decisions-file";
import { writeEvidenceLine } from "../decisions/evidence-lines";
import { recordRef } from "../decisions/record-ref";
import type { ListFile } from "../formats/list-file";
import type { RuleKind } from "./statuses";
import type { RuleVersionView } from "./views";

/** A list of constraints or preferences as a file. */

export type ExportedRule = RuleVersionView & { readonly number: number };

const HEAD = [
  "number",
  "version",
  "status",
  "title",
  "text",
  "reason",
  "paths",
  "tags",
  "author",
  "changed_at",
  "evidence",
];

/** Lists stand in one cell, a member a line. */
export function rulesFile(kind: RuleKind): ListFile<ExportedRule> {
  return {
    head: HEAD,
    cells: (row) => [
      recordRef(kind, row.number),
      row.version,
      row.status,
      row.title,
      row.text,
      row.reason,
      row.affectedPaths.join("\n"),
      row.tags.join("\n"),
      row.author.name,
      row.createdAt,
      row.evidence.map(writeEvidenceLine).join("\n"),
    ],
    markdown: (row) => ruleMarkdown(recordRef(kind, row.number), row),
  };
}

function ruleMarkdown(ref: string, row: RuleVersionView): string {
  return [
    `## ${ref}: ${row.title}`,
    factLines([
      ["Status", row.status],
      ["Author", row.author.name],
      ["Changed", row.createdAt.slice(0, 10)],
      ["Tags", row.tags.join(", ")],
    ]),
    section("Rule", row.text),
    section("Reason", row.reason),
    section("Paths", bullets(row.affectedPaths.map((path) => `\`${path}\``))),
    section("Evidence", bullets(row.evidence.map(writeEvidenceLine))),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
