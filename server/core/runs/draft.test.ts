import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionInput } from "../prune/model";
import { plan } from "../prune/pipeline";
import { STRICT_POLICY } from "../prune/policy";
import { project } from "../prune/projection";
import { arbitrarySession } from "../prune/testing/arbitrary-session";
import { EAGER_POLICY } from "../prune/testing/policies";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { draftRun, limitDraft } from "./draft";
import { momentOf } from "./moment";
import { occasionOf } from "./occasion";

const BODY = "const line = of(text);\n".repeat(120);
const NOW_MS = Date.UTC(2026, 0, 6);

function draftOf(session: SessionInput, thread?: string, policy = STRICT_POLICY) {
  const planned = plan(session, policy);
  const threads = thread === undefined ? undefined : [thread];
  const options = { batching: STRICT_POLICY.batching, lastCommits: new Map<string, number>(), asOfMs: NOW_MS, threads };
  return { planned, draft: draftRun(session, planned, options) };
}

/** Two windows with a copy each. */
function twoWindows(): SessionInput {
  return aSession()
    .read("a.ts", { text: BODY })
    .read("a.ts", { text: BODY })
    .turns(6)
    .inThread("sub", "reviewer")
    .read("b.ts", { text: BODY })
    .read("b.ts", { text: BODY })
    .turns(6)
    .build();
}

describe("the draft of a run", () => {
  it("covers every window in which something changes, the main one first", () => {
    const { draft } = draftOf(twoWindows());
    expect(draft.threads.map(({ thread, agent, moves }) => [thread, agent, moves])).toEqual([
      ["main", "main", 1],
      ["sub", "reviewer", 1],
    ]);
    expect(draft.totals.passes).toEqual({ dedup: 2, purgeErrors: 0, compress: 0 });
  });

  it("of one window leaves the others alone", () => {
    const { draft } = draftOf(twoWindows(), "sub");
    expect(draft.threads.map(({ thread }) => thread)).toEqual(["sub"]);
    expect(draft.moves).toHaveLength(1);
    expect(draft.totals.beforeTokens).toBe(draft.threads[0]?.beforeTokens);
  });

  it("shows the main window when nothing changes anywhere", () => {
    const { draft } = draftOf(aSession().prompted("hello").said("good day").build());
    expect(draft.threads).toMatchObject([{ thread: "main", moves: 0 }]);
    expect(draft.threads[0]?.asked.commits).toBe(false);
    expect(draft.totals.afterTokens).toBe(draft.totals.beforeTokens);
  });

  it("is measured on the projections, and commits only what makes them smaller", () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const { planned, draft } = draftOf(session, undefined, EAGER_POLICY);
        for (const { thread, afterTokens, beforeTokens, asked } of draft.threads) {
          const projected = project(session, planned, thread).reduce((sum, item) => sum + item.tokens, 0);
          expect(afterTokens).toBe(projected);
          expect(asked.commits).toBe(beforeTokens > afterTokens);
        }
        const [first, ...others] = draft.threads;
        if (first === undefined) return;
        const parts = [limitDraft(session, planned, [first], false), limitDraft(session, planned, others, false)];
        expect(parts.flatMap(({ moves }) => moves.map(({ ref }) => ref)).sort()).toEqual(
          draft.moves.map(({ ref }) => ref).sort(),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe("the moment of a thread", () => {
  const session = aSession().said("one").bounded("task-end").said("two").build();
  const at = (lastCommits: ReadonlyMap<string, number>) =>
    momentOf(session, "main", { lastCommits, asOfMs: NOW_MS, isAsked: false });

  it("knows the boundaries since the last commit, and the pause since the last request", () => {
    expect(at(new Map()).boundaries).toEqual(["task-end"]);
    expect(at(new Map([["main", 2]])).boundaries).toEqual([]);
    const last = Math.max(...session.requests.map(({ atMs }) => atMs));
    expect(at(new Map()).pauseMs).toBe(NOW_MS - last);
    expect(momentOf(session, "main", { lastCommits: new Map(), asOfMs: 0, isAsked: false }).pauseMs).toBe(0);
    expect(momentOf(session, "other", { lastCommits: new Map(), asOfMs: NOW_MS, isAsked: false }).pauseMs).toBeNull();
  });
});

describe("an occasion to look at the plan", () => {
  function look(builder: SessionBuilder, more: Partial<SessionInput> = {}, lastCommits = new Map<string, number>()) {
    const session = { ...builder.build(), ...more };
    const asOfMs = Math.max(...session.events.map(({ atMs }) => atMs));
    const { occasion, whyNot } = occasionOf(session, "main", STRICT_POLICY, { lastCommits, asOfMs });
    return occasion ?? whyNot;
  }
  const quiet = aSession().prompted("go").read("a.ts").said("ok").said("well").said("so");

  it("is none in the middle of work, and says what was looked for", () => {
    expect(look(quiet)).toMatch(/^No occasion to look at the plan: nobody told how full the window is/);
  });

  it("is a boundary that no commit has answered yet", () => {
    const bounded = quiet.bounded("wave-done");
    expect(look(bounded)).toMatchObject({ trigger: "boundary", why: expect.stringContaining("wave-done") });
    const seq = Math.max(...bounded.build().boundaries.map((boundary) => boundary.seq));
    expect(look(bounded, {}, new Map([["main", seq]]))).toMatch(/^No occasion/);
  });

  it("is a window beyond the policy's share", () => {
    const { requests } = quiet.build();
    const filled = (contextTokens: number) => ({
      requests: requests.map((request) => ({ ...request, contextTokens })),
    });
    expect(look(quiet, filled(100_000))).toMatch(/the window is 50 % full \(looked at above 50 %\)/);
    expect(look(quiet, filled(104_000))).toEqual({ trigger: "window", why: "The window is 52 % full." });
  });

  it("is a check that has just passed, and no longer two requests later", () => {
    const passed = quiet.ran("npm test");
    expect(look(passed)).toMatchObject({ why: expect.stringMatching(/check passed|stage went/) });
    expect(look(passed.said("a").said("b").said("c"))).toMatch(/^No occasion/);
    expect(look(quiet.ran("npm test", { exit: 1 }).said("hm"))).not.toMatchObject({ why: "A check passed: test." });
  });

  it("is a large result that has just come", () => {
    expect(look(quiet.read("big.json", { tokens: 5_001 }))).toMatchObject({ trigger: "large-result" });
    expect(look(quiet.read("small.json", { tokens: 5_000 }))).toMatch(/^No occasion/);
  });

  it("is a pause in which the cache was forgotten", () => {
    const session = quiet.build();
    const last = Math.max(...session.requests.map(({ atMs }) => atMs));
    const at = (pauseMs: number) =>
      occasionOf(session, "main", STRICT_POLICY, { lastCommits: new Map(), asOfMs: last + pauseMs }).occasion;
    expect(at(299_000)).toBeNull();
    expect(at(300_000)).toEqual({ trigger: "cold-cache", why: "A pause of 5 minutes let the prompt cache go cold." });
  });
});
