import { type Figures, figuresOf, shown } from "./figures";
import type { NamedRecording } from "./recordings";
import { HALVES, type Row, rowOf, sumOf, sumOfClient } from "./rows";

const NAME_WIDTH = 44;

interface Column {
  readonly title: string;
  readonly width: number;
  cell(figures: Figures): string;
}

const COLUMNS: readonly Column[] = [
  { title: "saved", width: 7, cell: (f) => shown(f.saved, 1) },
  { title: ">160k", width: 7, cell: (f) => shown(f.savedLarge, 1) },
  { title: "anchor", width: 8, cell: (f) => shown(f.recall.editAnchor, 2) },
  { title: "rare", width: 8, cell: (f) => shown(f.recall.rareName, 2) },
  { title: "path", width: 8, cell: (f) => shown(f.recall.path, 2) },
  { title: "name", width: 8, cell: (f) => shown(f.recall.name, 2) },
  { title: "line", width: 8, cell: (f) => shown(f.recall.line, 2) },
  { title: "line40", width: 8, cell: (f) => shown(f.recall.line40, 2) },
  { title: "lossy", width: 7, cell: (f) => shown(f.lossyTurns, 2) },
  { title: "ch/100", width: 7, cell: (f) => shown(f.changes, 1) },
  { title: "free", width: 6, cell: (f) => shown(f.freeChanges, 1) },
  { title: "A", width: 7, cell: (f) => shown(f.cost.A, 1) },
  { title: "B", width: 8, cell: (f) => shown(f.cost.B, 1) },
  { title: "At", width: 7, cell: (f) => shown(f.cost.At, 1) },
  { title: "Bt", width: 8, cell: (f) => shown(f.cost.Bt, 1) },
  { title: "viol.", width: 6, cell: (f) => String(f.violations) },
];

const LEGEND = [
  "saved: tokens of the context that were not sent, also at requests with more than 160k. anchor, rare, path, name,",
  "line, line40: share of what a turn used of what the window had shown, that was still in view. lossy: turns that",
  "missed an anchor, a rare name, a path or a long line. ch/100: changes of the context per 100 requests, and those of",
  "them that fell into a pause of more than 5 minutes and cost nothing. A, B, At, Bt: input cost saved; A keeps the",
  "cached prefix up to the first change, B rewrites all, t forgets the cache after 5 minutes. viol.: prompts of people",
  "and core files cut. valid: commits whose messages a model API would take. All in percent but counts.",
];

export function printTable(rows: readonly Row[], recordings: readonly NamedRecording[]): void {
  console.log(["policy".padEnd(NAME_WIDTH), ...COLUMNS.map(({ title, width }) => title.padStart(width))].join(""));
  for (const row of rows) line(row.name, figuresOf(sumOf(row), row.thresholds), validOf(row));
  for (const key of ["strict", "loose"] as const) {
    const row = rowOf(rows, key);
    for (const half of HALVES) {
      if (half !== "all") line(`  ${key}, ${half} half`, figuresOf(sumOf(row, half), row.thresholds), "");
    }
  }
  const strict = rowOf(rows, "strict");
  for (const client of clientsOf(recordings)) {
    const count = recordings.filter((one) => one.client === client).length;
    const sum = sumOfClient(strict, recordings, client);
    line(
      `  strict, ${client} (${count} ${count === 1 ? "session" : "sessions"})`,
      figuresOf(sum, strict.thresholds),
      "",
    );
  }
  console.log(`\n${LEGEND.join("\n")}`);
}

export function clientsOf(recordings: readonly NamedRecording[]): string[] {
  return [...new Set(recordings.map(({ client }) => client))].sort();
}

function line(name: string, figures: Figures, valid: string): void {
  console.log(
    [name.padEnd(NAME_WIDTH), ...COLUMNS.map(({ width, cell }) => cell(figures).padStart(width)), valid].join(""),
  );
}

function validOf({ validity }: Row): string {
  return validity === null ? "" : `  valid ${validity.commits - validity.invalid}/${validity.commits}`;
}
