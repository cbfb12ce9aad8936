import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "@/server/core/events/tokens";
import type { SessionInput } from "@/server/core/prune/model";
import { arbitrarySession } from "@/server/core/prune/testing/arbitrary-session";
import { aSession } from "@/server/core/prune/testing/session-builder";
import { addMeasured, nothingMeasured, RECALLS, replay } from "@/server/core/replay/measure";
import { recordingOf } from "@/server/core/replay/recording";
import { stewardPolicy } from "@/server/core/replay/steward-policy";
import { BLOCKS_ALONE, blocksAlone, headAndTail, nothingChecked, remembering, scaled, strict } from "./ours";
import { oracle } from "./rivals";
import { HALVES, sumOf } from "./rows";
import { syntheticRecordings } from "./synthetic";

/** Replays plan at every look, and the machine may be busy. */
const SLOW = { timeout: 30_000 };
const synthetic = syntheticRecordings();

/** Cuts at every request whatever is shown again, so that short sessions lose as much as they can. */
const HASTY_BLOCKS = {
  ...BLOCKS_ALONE,
  blocks: { minTokens: 5, minTurns: 1, minLines: 1, minGainShare: 0.01 },
  batching: { ...BLOCKS_ALONE.batching, adaptive: null, minSavingTokens: 1, cheapSavingTokens: 1, lookTokens: 0 },
};
const hasty = stewardPolicy("blocks at once", HASTY_BLOCKS, { passes: ["compress-stale"] });

const FILE_LINES = Array.from(
  { length: 40 },
  (_, at) => `  const settleLedger${at} = loadTenantTotal(${at * 37}, "row-${at}");`,
);
const dress: readonly ((line: string, at: number) => string)[] = [
  (line) => line,
  (line, at) => `${String(at + 1).padStart(6)}→${line}`,
  (line, at) => `src/ledger.ts:${at + 1}:${line}`,
  (line) => `+${line.trimStart()}`,
  (line, at) => `${at + 1}: ${line}`,
];
const part = fc
  .tuple(fc.nat(39), fc.integer({ min: 1, max: 40 }))
  .map(([from, count]) => [from, from + count] as const);
/** The same lines again and again, as reads, searches and diffs show them, and edits that quote them. */
const repeating = fc
  .array(fc.tuple(part, fc.constantFrom(...dress), fc.constantFrom("read", "ran", "edit")), {
    minLength: 5,
    maxLength: 25,
  })
  .map((steps) =>
    steps
      .reduce((session, [[from, to], shown, how]) => {
        const lines = FILE_LINES.slice(from, to);
        const text = lines.map((line, at) => shown(line, from + at)).join("\n");
        if (how === "read") return session.read("src/ledger.ts", { text, lines: [from + 1, to] });
        if (how === "ran") return session.ran(`sed -n ${from},${to}p src/ledger.ts`, { text });
        const params = JSON.stringify({ file_path: "src/ledger.ts", old_string: lines.join("\n") });
        return session.used({ tool: "Edit", toolClass: "edit", target: "src/ledger.ts", params, text: "edited" }, {});
      }, aSession().prompted("settle it"))
      .build(),
  );

function lossless(sessions: fc.Arbitrary<SessionInput>, numRuns: number): number {
  let changes = 0;
  fc.assert(
    fc.property(sessions, (session) => {
      const sum = replay(recordingOf(session), hasty);
      for (const recall of RECALLS) expect(sum.recalls[recall].kept).toBe(sum.recalls[recall].needed);
      changes += sum.changes;
    }),
    { numRuns },
  );
  return changes;
}

describe("repeated lines alone", () => {
  it("lose nothing, whatever the session", SLOW, () => {
    expect(lossless(arbitrarySession, 25)).toBeGreaterThan(10);
  });

  it("lose nothing when the same lines come in another dress", SLOW, () => {
    expect(lossless(repeating, 60)).toBeGreaterThan(60);
  });

  it("save a part of the synthetic sessions, lose nothing, and leave messages that a model API takes", SLOW, () => {
    const validity = nothingChecked();
    const sum = addMeasured(synthetic.slice(1, 2).map(({ recording }) => replay(recording, blocksAlone(validity))));
    for (const recall of RECALLS) expect(sum.recalls[recall].kept).toBe(sum.recalls[recall].needed);
    expect(sum.visibleTokens).toBeLessThan(sum.fullTokens * 0.9);
    expect(validity.commits).toBeGreaterThan(0);
    expect(validity).toMatchObject({ invalid: 0, faults: [] });
  });
});

describe("head and tail of equal length", () => {
  it("changes the same units at the same moments, and shows no more tokens", SLOW, () => {
    const recording = synthetic[0]?.recording;
    const [ours] = strict(nothingChecked());
    if (ours === undefined || recording === undefined) throw new Error("Nothing to replay.");
    const remembered = remembering(ours);
    replay(recording, remembered);
    const [own, other] = [remembered, headAndTail(remembered)].map((policy) => {
      const run = policy.begin(recording);
      return recording.requests.flatMap((request, index) => run.before(request, index));
    });
    expect(own?.length).toBeGreaterThan(10);
    expect(other?.map(({ unit }) => unit)).toEqual(own?.map(({ unit }) => unit));
    own?.forEach(({ text }, at) => {
      expect(estimateTokens(other?.[at]?.text ?? "")).toBeLessThanOrEqual(estimateTokens(text ?? ""));
    });
    expect(other).not.toEqual(own);
  });
});

describe("policies of the bench", () => {
  it("answer the same when they are remembered", SLOW, () => {
    const [first] = synthetic;
    if (first === undefined) throw new Error("There is no synthetic session.");
    const policy = remembering(scaled("eager", BLOCKS_ALONE, 0.2, nothingChecked()));
    expect(replay(first.recording, policy)).toEqual(replay(first.recording, policy));
  });

  it("have an oracle that loses nothing", () => {
    const sum = addMeasured(synthetic.map(({ recording }) => replay(recording, oracle)));
    expect(sum.lossyRequests).toBe(0);
    for (const recall of RECALLS) expect(sum.recalls[recall].kept).toBe(sum.recalls[recall].needed);
  });

  it("are summed over both halves, which share no session", () => {
    const measured = [3, 5, 7].map((requests) => ({ ...nothingMeasured(), requests }));
    const row = { key: "strict", name: "", measured, thresholds: 1, validity: null } as const;
    expect(HALVES.map((half) => sumOf(row, half).requests)).toEqual([10, 5, 15]);
  });
});

describe("the synthetic sessions", () => {
  it("are the same at every run", SLOW, () => {
    const again = syntheticRecordings();
    expect(again.map(({ recording }) => recording.session.events)).toEqual(
      synthetic.map(({ recording }) => recording.session.events),
    );
  });

  it("are as long as real ones, from three clients, with pauses, old edits and a compaction", () => {
    expect(new Set(synthetic.map(({ client }) => client)).size).toBe(3);
    for (const { recording } of synthetic) {
      const tokens = recording.units.reduce((sum, unit) => sum + unit.tokens, 0);
      expect(tokens).toBeGreaterThan(60_000);
      expect(tokens).toBeLessThan(220_000);
      expect(recording.requests.some(({ pauseMs }) => (pauseMs ?? 0) > 300_000)).toBe(true);
      expect(recording.requests.flatMap(({ needs }) => needs.anchors).length).toBeGreaterThan(25);
    }
    expect(synthetic.filter(({ recording }) => recording.requests.some(({ segment }) => segment === 1))).toHaveLength(
      2,
    );
  });
});
