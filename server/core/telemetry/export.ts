import { NOISE_CLASSES } from "../prune/model";
import { type CsvValue, toCsv } from "./csv";
import { type Figures, provenOf } from "./figures";
import {
  BREAKDOWN_DIMENSIONS,
  type Breakdown,
  type ErrorChains,
  type HeatMap,
  type SkillPage,
  type SkillUse,
  type Targets,
  type WindowUse,
} from "./insight-views";
import type { Overview } from "./overview-view";

/** What can be taken out of the telemetry pages as a table: each chart with its own rows, and where tokens went. */

export const OVERVIEW_CHARTS = ["fills", "trend", "agents", "skills", "tools", "sessions"] as const;
export type OverviewChart = (typeof OVERVIEW_CHARTS)[number];

/** Charts with an answer of their own; a breakdown goes by its dimension's name. */
export const INSIGHT_CHARTS = [
  ...BREAKDOWN_DIMENSIONS,
  "heatMap",
  "windowUse",
  "files",
  "commands",
  "errorChains",
  "skillUse",
  "skillVersions",
] as const;
export type InsightChart = (typeof INSIGHT_CHARTS)[number];

export const EXPORT_CHARTS = [...OVERVIEW_CHARTS, ...INSIGHT_CHARTS] as const;
export type ExportChart = (typeof EXPORT_CHARTS)[number];

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

const CLASS_HEAD = NOISE_CLASSES.map((name) => `${name.replace("-", "_")}_tokens`);

const FIGURE_HEAD = [
  "added_events",
  "added_tokens",
  ...CLASS_HEAD,
  "proven_noise_tokens",
  "carried_tokens",
  "cost_usd",
  "unpriced_carried_tokens",
];

function figureCells(figures: Figures): CsvValue[] {
  return [
    figures.addedEvents,
    figures.addedTokens,
    ...NOISE_CLASSES.map((name) => figures.noise[name]),
    figures.provenTokens,
    figures.carriedTokens,
    figures.costUsd,
    figures.unpricedTokens,
  ];
}

const OVERVIEW_TABLES: Readonly<Record<OverviewChart, (overview: Overview) => Table>> = {
  fills: ({ fills, totals }) => ({
    head: ["what", "tokens"],
    rows: [
      ...Object.entries(fills).map(([fill, tokens]): CsvValue[] => [fill, tokens]),
      ...NOISE_CLASSES.map((name): CsvValue[] => [name, totals.noise[name]]),
    ],
  }),
  trend: ({ trend }) => ({
    head: ["from", "to", "added_tokens", ...CLASS_HEAD, "carried_tokens", "previous_proven_tokens", "partial"],
    rows: trend.buckets.map((bucket) => [
      bucket.from,
      bucket.to,
      bucket.addedTokens,
      ...NOISE_CLASSES.map((name) => bucket.noise[name]),
      bucket.carriedTokens,
      bucket.previousNoise ? provenOf(bucket.previousNoise) : null,
      bucket.partial,
    ]),
  }),
  agents: ({ agents }) => ({
    head: ["agent", "client", ...FIGURE_HEAD],
    rows: agents.map((row) => [row.agent, row.client, ...figureCells(row)]),
  }),
  skills: ({ skills, noSkill }) => ({
    head: ["skill", "part", "loads", "body_tokens", ...FIGURE_HEAD],
    rows: [
      ...skills.flatMap((row): CsvValue[][] => [
        [row.skill, "load", row.loads, row.bodyTokens, ...figureCells(row.load)],
        [row.skill, "under", null, null, ...figureCells(row.under)],
      ]),
      ["", "no skill", null, null, ...figureCells(noSkill)],
    ],
  }),
  tools: ({ tools, noTool }) => ({
    head: ["tool", ...FIGURE_HEAD],
    rows: [...tools.map((row): CsvValue[] => [row.tool, ...figureCells(row)]), ["", ...figureCells(noTool)]],
  }),
  sessions: ({ noisiest }) => ({
    head: ["session", "title", "client", "last_event_at", ...FIGURE_HEAD, "main_cause"],
    rows: noisiest.map((row) => [
      row.number,
      row.title,
      row.client,
      row.lastEventAt,
      ...figureCells(row.figures),
      row.cause ? `${row.cause.noise}: ${row.cause.subject} by ${row.cause.agent}` : null,
    ]),
  }),
};

export function exportOverview(overview: Overview, chart: OverviewChart): string {
  return csvOf(OVERVIEW_TABLES[chart](overview));
}

/** Values behind the shown ones close the table as one row. */
export function exportBreakdown({ by, rows, rest }: Breakdown): string {
  const others: CsvValue[][] = rest ? [[`${rest.values} others`, ...figureCells(rest)]] : [];
  return csvOf({
    head: [by, ...FIGURE_HEAD],
    rows: [...rows.map((row): CsvValue[] => [row.value, ...figureCells(row)]), ...others],
  });
}

export function exportHeatMap({ cells, timeZone }: HeatMap): string {
  return csvOf({
    head: ["weekday_1_is_monday", "hour", "time_zone", "added_tokens", "proven_noise_tokens", "idle_tokens"],
    rows: cells.map((cell) => [
      cell.weekday,
      cell.hour,
      timeZone,
      cell.addedTokens,
      cell.provenTokens,
      cell.idleTokens,
    ]),
  });
}

/** Peaks are what the providers reported. */
export function exportWindowUse({ tenths, unknown }: WindowUse): string {
  return toCsv(
    ["window_share_from", "window_share_below", "sessions"],
    [
      ...tenths.map((tenth): CsvValue[] => [tenth.fromShare, tenth.toShare, tenth.sessions]),
      ["unknown", null, unknown],
    ],
  );
}

export function exportTargets({ rows }: Targets): string {
  return csvOf({
    head: [
      ...["kind", "target", "agents", "tools", "sessions", "repeated_results"],
      ...["duplicate_tokens", "superseded_tokens", "carried_tokens", "cost_usd"],
    ],
    rows: rows.map((row) => [
      ...[row.kind, row.target, row.agents.join(" "), row.tools.join(" "), row.sessions, row.events],
      ...[row.duplicateTokens, row.supersededTokens, row.carriedTokens, row.costUsd],
    ]),
  });
}

export function exportErrorChains({ rows }: ErrorChains): string {
  return csvOf({
    head: [
      ...["command", "failures", "agents", "tools", "sessions", "failed_runs"],
      ...["resolved_error_tokens", "carried_tokens", "cost_usd"],
    ],
    rows: rows.map((row) => [
      ...[row.command, row.failures.map(failureName).join(" "), row.agents.join(" "), row.tools.join(" ")],
      ...[row.sessions, row.runs, row.tokens, row.carriedTokens, row.costUsd],
    ]),
  });
}

function failureName(number: number): string {
  return `FAIL-${String(number).padStart(3, "0")}`;
}

export function exportSkillUse({ rows }: SkillUse): string {
  return csvOf({
    head: [
      ...["skill", "loads", "sessions", "sessions_with_text", "sessions_that_referred", "names_in_body"],
      ...["load_tokens", "body_tokens", "last_loaded_at"],
    ],
    rows: rows.map((row) => [
      ...[row.skill, row.loads, row.sessions, row.knownSessions, row.referredSessions, row.names],
      ...[row.loadTokens, row.bodyTokens, row.lastLoadedAt],
    ]),
  });
}

export function exportSkillVersions({ skill, versions }: SkillPage): string {
  return csvOf({
    head: [
      ...["skill", "version", "body_tokens", "first_seen_at", "until", "loads", "sessions", "sessions_with_text"],
      ...["sessions_that_referred", "load_tokens", "repeated_tokens", "under_tokens", "under_noise_tokens"],
    ],
    rows: versions.map((row) => [
      ...[skill, row.version, row.tokens, row.firstSeenAt, row.until, row.loads, row.sessions, row.knownSessions],
      ...[row.referredSessions, row.loadTokens, row.repeatedTokens, row.underTokens, row.underNoiseTokens],
    ]),
  });
}

/** Sizes of events are estimated from their text, and each row says so: a table travels without its page. */
function csvOf({ head, rows }: Table): string {
  return toCsv(
    [...head, "tokens_basis"],
    rows.map((row) => [...row, "estimated"]),
  );
}
