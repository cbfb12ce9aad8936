import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectItems } from "@/server/core/budget/collect";
import { placeItems } from "@/server/core/budget/tiers";
import { touchedFiles } from "@/server/core/budget/touched-files";
import { turnsOf, usageOf } from "@/server/core/budget/usage";
import { windowOf } from "@/server/core/budget/windows";
import { composeCheckpoint } from "@/server/core/checkpoints/compose";
import { renderCheckpoint } from "@/server/core/checkpoints/render";
import { sessionView } from "@/server/core/checkpoints/session-view";
import type { CheckpointState } from "@/server/core/checkpoints/state";
import type { Plan, SessionInput } from "@/server/core/prune/model";
import { plan } from "@/server/core/prune/pipeline";
import { STRICT_POLICY } from "@/server/core/prune/policy";
import { type ReadSession, readTranscript } from "../memory/testing/read-transcript";
import { composeNote } from "./compose-note";

const corpus = process.env["STEWARD_CORPUS"];
const { budget } = STRICT_POLICY;
const NO_RECORDS = {
  decisions: [],
  failures: [],
  constraints: [],
  preferences: [],
  summaries: [],
  outlines: new Map<string, number>(),
};

describe("budgets and checkpoints of real sessions", () => {
  if (!corpus) console.log("STEWARD_CORPUS is not set: budgets and checkpoints of real sessions are skipped.");

  it.skipIf(!corpus)(
    "hold their limits in every transcript",
    () => {
      const rows = transcripts(corpus ?? "").flatMap((file) =>
        readTranscript([file]).map((session) => ({ file: basename(file).slice(0, 40), ...measure(session) })),
      );
      console.table(rows);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row.tokens).toBeLessThanOrEqual(row.cap);
    },
    240_000,
  );
});

function measure({ input: session, ...read }: ReadSession) {
  const judged = plan(session, STRICT_POLICY);
  const usage = usageOf(session, judged);
  const { windowTokens } = windowOf({ told: session.windowTokens, model: session.model, seenTokens: usage.tokens });
  const begun = performance.now();
  const placed = placedIn(session, judged, read.cwd, windowTokens);
  expectCitationsToResolve(session, judged);
  const context = { tokens: usage.tokens, windowTokens, isExact: usage.source === "reported" };
  const saved = checkpointOf(session, judged, read, context);
  if (process.env["STEWARD_SHOW"]) console.log(`\n=== ${read.nativeId}\n${saved?.text ?? "(nothing to save)"}`);
  return {
    events: session.events.length,
    share: windowTokens === null ? null : Math.round((usage.tokens / windowTokens) * 100) / 100,
    ...placed,
    ...(saved === null
      ? { task: "-", refs: 0, tokens: 0 }
      : { task: saved.task, refs: saved.refs, tokens: saved.tokens }),
    cap: Math.floor((windowTokens ?? 128_000) * budget.maxInjectionShare),
    ms: Math.round(performance.now() - begun),
  };
}

function placedIn(session: SessionInput, judged: Plan, cwd: string | null, windowTokens: number | null) {
  const files = touchedFiles(session, judged, STRICT_POLICY, cwd);
  const nowMs = session.events.reduce((last, { atMs }) => Math.max(last, atMs), 0);
  const items = collectItems({ session, files, records: NO_RECORDS, atTurn: turnsOf(session), nowMs });
  const { tiers, beyond } = placeItems(items, windowTokens, budget.tiers);
  for (const { usedTokens, budgetTokens } of tiers) {
    expect(usedTokens).toBeLessThanOrEqual(budgetTokens ?? Number.POSITIVE_INFINITY);
  }
  expect(tiers.reduce((sum, tier) => sum + tier.items.length, beyond.length)).toBe(items.length);
  const [hot = 0, warm = 0, cold = 0] = tiers.map((tier) => tier.items.length);
  return { hot, warm, cold };
}

function expectCitationsToResolve(session: SessionInput, judged: Plan): void {
  const view = sessionView(session, judged);
  const full = new Set(view.filter(({ residency }) => residency === "full").map(({ ref }) => ref));
  const lost = view.filter(({ cites }) => cites !== null && !full.has(cites));
  expect(lost).toEqual([]);
}

function checkpointOf(
  session: SessionInput,
  judged: Plan,
  { nativeId, cwd, branch, startedAtMs }: Omit<ReadSession, "input">,
  context: CheckpointState["context"],
) {
  const row = { nativeId, title: null, cwd, branch, head: null, startedAt: new Date(startedAtMs) };
  const note = composeNote(session, { number: 1, row, recorded: [], scope: { timeZone: "UTC" } });
  if (note === null) return null;
  const told = { number: 1, title: null, client: session.client };
  const facts = { session: told, savedAt: "2026-01-01 00:00", note: "", head: null, cwd, context };
  const state = composeCheckpoint(session, judged, note, facts);
  const { text, tokens } = renderCheckpoint(state, "1.1", context.windowTokens, budget);
  return { text, tokens, task: state.task.state, refs: state.refs.length };
}

/** Main transcripts of clients whose parser streams JSON lines. */
function transcripts(folder: string): string[] {
  return ["claude-code", "codex"].flatMap((client) =>
    readdirSync(join(folder, client), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".jsonl") && !name.includes("subagents"))
      .map((name) => join(folder, client, name)),
  );
}
