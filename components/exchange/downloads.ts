/** What the page offers to take away; `folder` is null for a single file. */
export const EXCHANGE_DOWNLOADS = [
  {
    name: "context.zip",
    format: "context",
    folder: ".context/",
    contentType: "application/zip",
    about: "The whole folder: decisions, failures, rules, summaries, handoff, index. This is what an import takes.",
  },
  {
    name: "madr.zip",
    format: "madr",
    folder: "",
    contentType: "application/zip",
    about: "Decisions as MADR 4.0, under docs/decisions/.",
  },
  {
    name: "DECISIONS.jsonl",
    format: "decisions",
    folder: null,
    contentType: "application/x-ndjson; charset=utf-8",
    about: "Every version of every decision, a line each.",
  },
  {
    name: "FAILURES.json",
    format: "failures",
    folder: null,
    contentType: "application/json; charset=utf-8",
    about: "The registry of failures.",
  },
  {
    name: "CONSTRAINTS.md",
    format: "constraints",
    folder: null,
    contentType: "text/markdown; charset=utf-8",
    about: "What agents must keep to.",
  },
  {
    name: "PREFERENCES.md",
    format: "preferences",
    folder: null,
    contentType: "text/markdown; charset=utf-8",
    about: "What people said they want.",
  },
  {
    name: "SESSION_SUMMARY.md",
    format: "summaries",
    folder: null,
    contentType: "text/markdown; charset=utf-8",
    about: "The summaries of all sessions, a chapter each.",
  },
  {
    name: "handoff.md",
    format: "handoff",
    folder: null,
    contentType: "text/markdown; charset=utf-8",
    about: "The latest handoff note.",
  },
  {
    name: "TELEMETRY.jsonl",
    format: "telemetry",
    folder: null,
    contentType: "application/x-ndjson; charset=utf-8",
    about: "Committed prune runs, a line each.",
  },
] as const;

type Base = { team: string; project: string };

function inProject(path: string) {
  return ({ team, project }: Base, format: "csv" | "json") => `/${team}/${project}/${path}/${format}`;
}

/** Every list, by its own address. */
export const LISTS: readonly { name: string; path: (base: Base, format: "csv" | "json") => string }[] = [
  { name: "Decisions", path: inProject("decisions/export") },
  { name: "Failures", path: inProject("failures/export") },
  { name: "Constraints", path: inProject("rules/constraints/export") },
  { name: "Preferences", path: inProject("rules/preferences/export") },
  { name: "Session summaries", path: inProject("summaries/export") },
  { name: "Handoffs", path: inProject("handoffs/export") },
  { name: "Prune runs", path: inProject("settings/exchange/runs") },
  {
    name: "Sessions",
    path: ({ team, project }, format) => `/${team}/${project}/sessions/export/list?format=${format}&range=all`,
  },
  { name: "Members", path: ({ team }, format) => `/${team}/settings/members/export/${format}` },
];
