import { bullets, factLines, section } from "../decisions/decisions-file";
import { writeEvidenceLine } from "../decisions/evidence-lines";
import { recordRef } from "../decisions/record-ref";
import type { ListFile } from "../formats/list-file";
import type { FailureRow, FailureVersionView } from "./views";

/** The registry as files: a table for spreadsheets, a document for people. */

export type ExportedFailure = FailureVersionView & Omit<FailureRow, keyof FailureVersionView>;

const HEAD = [
  "number",
  "version",
  "status",
  "type",
  "title",
  "occurrences",
  "sessions",
  "agents",
  "first_seen_at",
  "last_seen_at",
  "description",
  "approach",
  "root_cause",
  "fix",
  "paths",
  "tags",
];

export const FAILURES_FILE: ListFile<ExportedFailure> = {
  head: HEAD,
  cells: (row) => [
    recordRef("failure", row.number),
    row.version,
    row.status,
    row.type,
    row.title,
    row.occurrences,
    row.sessions,
    row.agents.join("\n"),
    row.firstSeenAt,
    row.lastSeenAt,
    row.description,
    row.approach,
    row.rootCause,
    row.fix,
    row.affectedPaths.join("\n"),
    row.tags.join("\n"),
  ],
  markdown: (row) =>
    [
      `## ${recordRef("failure", row.number)}: ${row.title}`,
      factLines([
        ["Status", row.status],
        ["Type", row.type],
        ["Occurrences", `${row.occurrences} in ${row.sessions} ${row.sessions === 1 ? "session" : "sessions"}`],
        ["Agents", row.agents.join(", ")],
        ["First seen", row.firstSeenAt],
        ["Last seen", row.lastSeenAt],
        ["Tags", row.tags.join(", ")],
      ]),
      section("What it said", row.description),
      section("Approach tried", row.approach),
      section("Root cause", row.rootCause),
      section("Fix", row.fix),
      section("Paths", bullets(row.affectedPaths.map((path) => `\`${path}\``))),
      section("Evidence", bullets(row.evidence.map(writeEvidenceLine))),
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
};
