import { NOISE_CLASSES } from "../prune/model";
import { type CsvValue, toCsv } from "./csv";
import { type Figures, provenOf } from "./figures";
import type { Overview } from "./overview-view";

/** What can be taken out of the overview as a table: each chart, and where the tokens went. */
export const EXPORT_CHARTS = ["fills", "trend", "agents", "skills", "tools", "sessions"] as const;
export type ExportChart = (typeof EXPORT_CHARTS)[number];

const FIGURE_HEAD = [
  "added_events",
  "added_tokens",
  ...NOISE_CLASSES.map((name) => `${name.replace("-", "_")}_tokens`),
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

const TABLES: Readonly<Record<ExportChart, (overview: Overview) => { head: string[]; rows: CsvValue[][] }>> = {
  fills: ({ fills, totals }) => ({
    head: ["what", "tokens"],
    rows: [
      ...Object.entries(fills).map(([fill, tokens]): CsvValue[] => [fill, tokens]),
      ...NOISE_CLASSES.map((name): CsvValue[] => [name, totals.noise[name]]),
    ],
  }),
  trend: ({ trend }) => ({
    head: [
      "from",
      "to",
      "added_tokens",
      ...NOISE_CLASSES.map((name) => `${name.replace("-", "_")}_tokens`),
      "carried_tokens",
      "previous_proven_tokens",
      "partial",
    ],
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

export function exportChart(overview: Overview, chart: ExportChart): string {
  const { head, rows } = TABLES[chart](overview);
  return toCsv(head, rows);
}
