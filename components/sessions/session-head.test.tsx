import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { noNoise } from "@/server/core/telemetry/figures";
import { noFills } from "@/server/core/telemetry/fills";
import type { Landmarks } from "@/server/core/telemetry/landmarks";
import type { SessionDetail, ThreadSummary } from "@/server/core/telemetry/session-views";
import { SessionBudget } from "./session-budget";
import { SessionMeta } from "./session-meta";
import { ThreadTree } from "./thread-tree";

const BASE = { team: "harbor", project: "billing-api" };

function aThread(changes: Partial<ThreadSummary> = {}): ThreadSummary {
  const kept = { ...noFills(), results: 80_000 };
  return {
    ...{ key: "main", agent: "main", label: null, parentKey: null, auxiliary: false, spawnedBy: null },
    ...{ events: 10, errors: 0, addedTokens: 100_000, provenTokens: 20_000, requests: 3 },
    ...{ lastContextTokens: null, peakContextTokens: null, residencies: { full: 8, retained: 0, reference: 2 } },
    window: {
      ...{ beforeTokens: 100_000, afterTokens: 80_000, kept, after: kept },
      ...{ noise: { ...noNoise(), duplicate: 20_000 }, noiseAfter: noNoise() },
    },
    ...changes,
  };
}

function aSessionOf(changes: Partial<SessionDetail> = {}): SessionDetail {
  return {
    ...{ timeZone: "Europe/Berlin", asOf: "2026-11-27T14:00:00.000Z", id: "s", number: 12, title: "Round" },
    ...{ client: "claude-code", clientVersion: null, capability: "at-resume", model: "claude-sonnet-5" },
    ...{ windowTokens: 200_000, windowSource: "told", stage: null, stageTold: false, person: "Ines" },
    ...{ branch: "fix/rounding", head: "1a2b3c4d5e6f7a8b9c0d", cwd: null, captureMode: "full", forkedFrom: null },
    ...{ startedAt: "2026-11-27T13:00:00.000Z", lastEventAt: "2026-11-27T13:30:00.000Z", redactions: 0 },
    ...{ previousNumber: null, nextNumber: null, lag: { waiting: false, analysedAt: null, failed: false } },
    thresholds: { prune: 0.35, compact: 0.55, checkpoint: 0.9 },
    plan: null,
    totals: {
      ...{ events: 10, errors: 0, requests: 3, addedTokens: 100_000, tokensExact: false, kept: noFills() },
      ...{ noise: noNoise(), sources: [], provenTokens: 0, carriedTokens: 0, costUsd: null },
      usage: {
        ...{ inputTokens: null, cacheWriteTokens: null, cacheReadTokens: null, outputTokens: null },
        reasoningTokens: null,
      },
    },
    threads: [aThread()],
    agentOrder: ["main"],
    ...changes,
  };
}

const NOTHING: Landmarks = { landmarks: [], more: false, repositoryUrl: null, branchUrl: null, headUrl: null };
const drawMeta = (session: SessionDetail, landmarks: Landmarks) =>
  renderToStaticMarkup(<SessionMeta base={BASE} session={session} landmarks={landmarks} />);

describe("the window of a session", () => {
  const draw = (changes: Partial<SessionDetail>) =>
    renderToStaticMarkup(<SessionBudget session={aSessionOf(changes)} thread={aThread()} />);

  it("shows where the project's own policy advises something", () => {
    const html = draw({});
    for (const words of ["35 prune", "55 compact", "90 checkpoint"]) expect(html).toContain(words);
  });

  it("says what a commit does, by what the client allows", () => {
    expect(draw({ client: "opencode", capability: "live" })).toContain(
      "opencode applies a committed run to its running",
    );
    expect(draw({})).toContain("a committed run counts from the next resume");
    expect(draw({ client: "aider", capability: "advice" })).toContain("this is advice");
  });
});

describe("the line below the title", () => {
  it("links branch, commit and pull requests, telling the host nothing of the reader", () => {
    const url = "https://github.com/acme/billing/pull/41";
    const mark = { thread: "main", seq: 1, at: "2026-11-27T13:30:00.000Z", told: true, hash: null };
    const html = drawMeta(aSessionOf(), {
      ...NOTHING,
      landmarks: [{ ...mark, kind: "pull-request", name: "#41", url }],
      branchUrl: "https://github.com/acme/billing/tree/fix/rounding",
      headUrl: "https://github.com/acme/billing/commit/1a2b3c4d5e6f7a8b9c0d",
    });
    expect(html.match(/<a href="https:\/\/github.com\/acme\/billing\/[^"]*" rel="noopener noreferrer"/g)).toHaveLength(
      3,
    );
    expect(html).toContain("applied at resume");
  });

  it("names them without a link where the repository has no page", () => {
    const html = drawMeta(aSessionOf(), NOTHING);
    expect(html).toContain("fix/rounding");
    expect(html).not.toContain("https://");
  });
});

describe("the tree of threads", () => {
  it("says of each how it ended, as far as its caller tells", () => {
    const spawnedBy = { ref: "c", thread: "main", resultRef: "r", outcome: "ok" } as const;
    const sub = (key: string, changes: Partial<ThreadSummary>) =>
      aThread({ key, agent: key, parentKey: "main", spawnedBy, ...changes });
    const threads = [
      aThread(),
      sub("done", {}),
      sub("failed", { spawnedBy: { ...spawnedBy, outcome: "error" } }),
      sub("open", { spawnedBy: { ...spawnedBy, resultRef: null, outcome: null }, errors: 2 }),
      sub("unknown", { spawnedBy: null }),
    ];
    const html = renderToStaticMarkup(
      <ThreadTree base={BASE} session={aSessionOf({ threads })} current="main" query={{ list: "sort=noise" }} />,
    );
    for (const words of [
      "gave its result",
      "ended with an error",
      "no result yet, 2 failed calls",
      "its call is not known",
    ])
      expect(html).toContain(words);
    expect(html).toContain("/harbor/billing-api/sessions/12?thread=done&amp;list=sort%3Dnoise");
    expect(html.match(/Level 2: /g)).toHaveLength(4);
  });
});
