import type { BarListRow } from "@/components/charts/bar-list-model";
import type { ContextSegment } from "@/components/charts/context-bar-model";
import type { TrendBucket } from "@/components/charts/trend-model";

export const SEGMENTS: ContextSegment[] = [
  { kind: "rules", tokens: 3_600_000 },
  { kind: "skills", tokens: 1_000_000 },
  { kind: "talk", tokens: 6_500_000 },
  { kind: "results", tokens: 19_600_000 },
  { kind: "duplicate", tokens: 7_410_000 },
  { kind: "resolved-error", tokens: 3_920_000 },
  { kind: "superseded", tokens: 2_570_000 },
  { kind: "idle", tokens: 4_000_000 },
];

export const WINDOW: ContextSegment[] = [
  { kind: "rules", tokens: 18_400 },
  { kind: "skills", tokens: 11_200 },
  { kind: "talk", tokens: 17_900 },
  { kind: "results", tokens: 34_400 },
  { kind: "duplicate", tokens: 27_400 },
  { kind: "resolved-error", tokens: 14_800 },
  { kind: "superseded", tokens: 9_100 },
  { kind: "idle", tokens: 15_000 },
];

export const AFTER: ContextSegment[] = [
  { kind: "rules", tokens: 18_400 },
  { kind: "skills", tokens: 11_200 },
  { kind: "talk", tokens: 17_900 },
  { kind: "results", tokens: 34_400 },
  { kind: "summary", tokens: 1_700 },
];

const agents: [string, string, number, number, number, number, number, boolean][] = [
  ["main", "claude-code", 19.8, 1.71, 1.62, 0.9, 1.98, false],
  ["code-reviewer", "sub-agent", 8.4, 3.02, 0.24, 0.7, 0.41, true],
  ["explorer", "sub-agent", 6.1, 1.2, 0.4, 0.6, 0.48, true],
  ["main", "codex", 7.2, 0.8, 0.9, 0.3, 0.23, false],
  ["test-runner", "sub-agent", 2.8, 0.2, 0.5, 0.1, 0.15, true],
];

export const AGENTS: BarListRow[] = agents.map(([name, note, added, dup, err, sup, idle, sub], index) => ({
  key: `${name}-${note}`,
  name,
  note,
  href: `/preview?agent=${name}`,
  addedTokens: added * 1e6,
  noise: { duplicate: dup * 1e6, "resolved-error": err * 1e6, superseded: sup * 1e6, idle: idle * 1e6 },
  monogram: { letters: name === "main" ? (note === "codex" ? "CX" : "CC") : undefined, category: index, sub },
  cells: {
    share: {
      text: `${Math.round(((dup + err + sup) / added) * 100)} %`,
      value: (dup + err + sup) / added,
      tone: (dup + err + sup) / added > 0.4 ? "hot" : "muted",
    },
  },
}));

export const SKILLS: BarListRow[] = [
  ["code-review", 118, "11.2k", 0.08, 2.94],
  ["test-writer", 71, "5.4k", 0.62, 0.91],
  ["postgres-migrations-with-a-long-name", 46, "6.8k", 0.71, 0.62],
  ["frontend-design", 22, "9.7k", 0, 0.21],
].map(([name, loads, size, used, noise]) => ({
  key: String(name),
  name: String(name),
  href: `/preview?skill=${name}`,
  noise: { duplicate: Number(noise) * 1e6 },
  cells: {
    loads: { text: String(loads), value: Number(loads) },
    size: { text: String(size) },
    used: {
      text: `${Math.round(Number(used) * 100)} %`,
      share: Number(used),
      tone: Number(used) < 0.1 ? "hot" : "muted",
    },
  },
}));

export const TOOLS: BarListRow[] = (
  [
    ["Read", 4.21, 0, 1.2, 0.97],
    ["Bash", 0.83, 3.61, 0.3, 0.38],
    ["Grep", 0.79, 0, 0.4, 0.75],
    ["WebFetch", 0.1, 0, 0.24, 0.4],
  ] as const
).map(([name, dup, err, sup, idle]) => ({
  key: name,
  name,
  href: `/preview?tool=${name}`,
  noise: { duplicate: dup * 1e6, "resolved-error": err * 1e6, superseded: sup * 1e6, idle: idle * 1e6 },
}));

const days = [0.27, 0.17, 1.66, 1.84, 1.96, 1.78, 1.73, 0.38, null, 1.6, 1.83, 1.8, 1.44, 1.18];
const names = ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"];

export const BUCKETS: TrendBucket[] = days.map((total, index) => ({
  key: `2026-11-${14 + index}`,
  label: `${names[index % 7]} ${14 + index}`,
  fullLabel: `${names[index % 7]} ${14 + index} Nov`,
  values:
    total === null
      ? null
      : {
          duplicate: total * 0.42e6,
          "resolved-error": total * 0.22e6,
          superseded: total * 0.14e6,
          idle: total * 0.22e6,
        },
  href: `/preview?day=${14 + index}`,
  note: `${8 + index} sessions`,
  partial: index === days.length - 1,
  previous: { label: `${index + 1} Nov`, tokens: index === 4 ? null : ((total ?? 0.5) * 1.04 + 0.1) * 1e6 },
}));

export type SessionRow = {
  key: string;
  title: string;
  number: number;
  when: string;
  noise: string;
  cost: string;
  cause: string;
};

export const SESSIONS: SessionRow[] = [
  {
    key: "12",
    title: "Fix duplicate invoice webhooks",
    number: 1842,
    when: "2026-11-27T14:06:12Z",
    noise: "66.3k",
    cost: "$3.94",
    cause: "code-reviewer read deliver.ts 9 times",
  },
  {
    key: "13",
    title: "Migrate ledger to bigint cents",
    number: 1836,
    when: "2026-11-27T09:41:00Z",
    noise: "68.0k",
    cost: "$3.31",
    cause: "npm test failed 14 times before it passed",
  },
  {
    key: "14",
    title: "Review PR 512: proration",
    number: 1829,
    when: "2026-11-26T16:20:00Z",
    noise: "66.1k",
    cost: "unknown",
    cause: "code-review skill loaded 6 times",
  },
];
