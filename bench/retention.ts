import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { STRICT_POLICY } from "@/server/core/prune/policy";
import { RECALLS } from "@/server/core/replay/measure";
import { curveSvg } from "./retention/curve";
import { figuresOf, rounded, shown } from "./retention/figures";
import { type NamedRecording, readRecordings } from "./retention/recordings";
import { HALVES, measureAll, type Row, rowOf, sumOf, sumOfClient, sweep } from "./retention/rows";
import { syntheticRecordings } from "./retention/synthetic";
import { clientsOf, printTable } from "./retention/table";
import { printTargets, shareOfOracle, targetResults } from "./retention/targets";

/**
 * Replays recorded sessions under several policies, and compares what each would have left in view at every model
 * request with what the session really used next (docs/guides/retention.md).
 *
 *   npm run bench -- retention                    the synthetic sessions of the project
 *   npm run bench -- retention --corpus <folder>  transcripts of your own, or the folder in STEWARD_CORPUS
 *   … --curve [file]                              draws the curve too; takes about twice as long
 */
const { values, positionals } = parseArgs({
  options: { corpus: { type: "string" }, curve: { type: "boolean" }, synthetic: { type: "boolean" } },
  allowPositionals: true,
});

const folder = values.synthetic ? undefined : (values.corpus ?? process.env["STEWARD_CORPUS"]);
const recordings = folder ? fromFolder(folder) : syntheticRecordings();
const tokens = recordings.reduce(
  (sum, { recording }) => sum + recording.units.reduce((own, unit) => own + unit.tokens, 0),
  0,
);
const requests = recordings.reduce((sum, { recording }) => sum + recording.requests.length, 0);
const exact = new Intl.NumberFormat("en-US");
console.log(
  `${recordings.length} ${folder ? "recorded" : "synthetic"} sessions, ${exact.format(requests)} requests, ${exact.format(tokens)} tokens (estimated).\n`,
);
const tell = (name: string, ms: number) => console.error(`  ${(ms / 1_000).toFixed(1).padStart(5)} s  ${name}`);
const rows = measureAll(recordings, tell);
printTable(rows, recordings);
const targets = targetResults(rows);
printTargets(targets);
const oracleShare = { strict: shareOfOracle(rows, "strict", "all"), loose: shareOfOracle(rows, "loose", "all") };
console.log(
  `\nOf what the oracle saves, strict saves ${shown(oracleShare.strict, 0)} % and loose ${shown(oracleShare.loose, 0)} %.`,
);
for (const { name, validity } of rows) for (const fault of validity?.faults ?? []) console.log(`${name}: ${fault}`);
if (values.curve) draw(positionals[0] ?? path.join("docs", "retention.svg"));
console.log(JSON.stringify(summary(rows)));

function fromFolder(corpus: string): NamedRecording[] {
  const read = readRecordings(corpus);
  if (read.unread.length > 0) console.log(`Not read: ${read.unread.join("\n          ")}`);
  if (read.short > 0) console.log(`Too short to prune, fewer than 10 requests: ${read.short}.`);
  if (read.recordings.length === 0) throw new Error(`${corpus} holds no session that can be replayed.`);
  return read.recordings;
}

function draw(file: string): void {
  writeFileSync(file, curveSvg(rows, sweep(recordings, STRICT_POLICY, tell), recordings.length));
  console.log(`Curve: ${file}`);
}

function summary(all: readonly Row[]) {
  const strict = rowOf(all, "strict");
  const ours = all.filter(({ validity }) => validity !== null);
  const blocks = figuresOf(sumOf(rowOf(all, "blocks"))).recall;
  return {
    bench: "retention",
    source: folder ? "corpus" : "synthetic",
    sessions: recordings.length,
    requests,
    tokens,
    policies: Object.fromEntries(all.map((row) => [row.key, plain(row, sumOf(row))])),
    halves: Object.fromEntries(
      (["strict", "loose"] as const).map((key) => [
        key,
        Object.fromEntries(HALVES.map((half) => [half, plain(rowOf(all, key), sumOf(rowOf(all, key), half))])),
      ]),
    ),
    clients: Object.fromEntries(
      clientsOf(recordings).map((client) => [client, plain(strict, sumOfClient(strict, recordings, client))]),
    ),
    shareOfOracle: { strict: rounded(oracleShare.strict), loose: rounded(oracleShare.loose) },
    commits: ours.reduce((sum, { validity }) => sum + (validity?.commits ?? 0), 0),
    invalid: ours.reduce((sum, { validity }) => sum + (validity?.invalid ?? 0), 0),
    targets: targets.map(({ report, all: whole, ...rest }) => ({
      ...rest,
      report: rounded(report),
      all: rounded(whole),
    })),
    /** What no tuning may cost: nothing lost where nothing may be, nothing protected cut, every commit valid. */
    ok:
      RECALLS.every((recall) => (blocks[recall] ?? 100) === 100) &&
      ours.every((row) => sumOf(row).violations === 0 && row.validity?.invalid === 0),
  };
}

function plain(row: Row, sum: ReturnType<typeof sumOf>) {
  const { saved, savedLarge, recall, lossyTurns, changes, freeChanges, cost, violations } = figuresOf(
    sum,
    row.thresholds,
  );
  const all = (part: Readonly<Record<string, number | null>>) =>
    Object.fromEntries(Object.entries(part).map(([key, value]) => [key, rounded(value)]));
  return { ...all({ saved, savedLarge, ...recall, lossyTurns, changes, freeChanges, ...cost }), violations };
}
