import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECTION_FORMATS } from "@/server/core/projection/formats";
import { plan } from "@/server/core/prune/pipeline";
import type { DiffRowView, RunDiffView } from "@/server/core/runs/diff-view";
import { value } from "@/server/services/testing/team-fixture";
import { pin } from "../context/pin";
import { restore } from "../context/restore";
import { projectPage } from "../projection/project-page";
import { projectSession } from "../projection/project-session";
import { listBlocked } from "./blocked";
import { type DiffRun, diffRun } from "./diff";
import { explainEvent } from "./explain";
import { seenPlan } from "./seen-plans";
import {
  aRunsWorld,
  aSessionWithCopies,
  aSessionWithProtectedCopy,
  type RunsWorld,
  type StoredSession,
} from "./testing/runs-fixture";

let world: RunsWorld;
beforeAll(async () => {
  world = await aRunsWorld();
});
afterAll(() => world.close());

const deps = () => world.uploader.deps;
const keyOf = ({ id }: StoredSession) => ({ teamId: world.scope.teamId, sessionId: id });

async function diffOf({ number }: StoredSession, more: Partial<DiffRun> = {}): Promise<RunDiffView> {
  return value(await diffRun(deps(), world.scope, { number, window: "main", from: 0, to: null, limit: 100, ...more }));
}

async function explained({ number }: StoredSession, ref: string) {
  return value(await explainEvent(deps(), world.scope, { number, ref }));
}

describe("a preview as a diff", () => {
  it("tells the same tokens and moves as the preview, in order, with what did not change folded", async () => {
    const session = await world.store(aSessionWithCopies("diff-1"));
    const seen = await world.preview(session.number);
    const diff = await diffOf(session, { expectedRevision: seen.revision });
    const changed = diff.rows.filter((row): row is DiffRowView => row.change === "changed");
    expect(changed.map(({ ref }) => ref).sort()).toEqual(seen.moves.rows.map(({ ref }) => ref).sort());
    expect(diff).toMatchObject({
      beforeTokens: seen.threads[0]?.beforeTokens,
      afterTokens: seen.threads[0]?.afterTokens,
      counts: { changed: 3, added: 0, removed: 0 },
      nextAt: null,
    });
    expect(changed[0]).toMatchObject({
      tool: "Read",
      before: { residency: "full", tokens: expect.any(Number) },
      after: { residency: "reference", text: expect.stringContaining("[context archived: ctx:") },
      why: { pass: "dedup", rule: "dedup.identical-result" },
    });
    expect(changed[0]?.before?.text.length).toBeLessThan(changed[0]?.before?.characters ?? 0);
    expect(changed[0]?.why?.evidence[0]?.label).toContain("price.ts");
    expect(diff.rows.map((row) => row.change)).toEqual([
      "unchanged",
      "changed",
      "unchanged",
      "changed",
      "unchanged",
      "changed",
      "unchanged",
    ]);
  });

  it("comes in pages, and opens a fold row by row", async () => {
    const session = await world.store(aSessionWithCopies("diff-2"));
    const whole = await diffOf(session);
    const pages: RunDiffView["rows"] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page: RunDiffView = await diffOf(session, { from, limit: 2 });
      expect(page.rows.length).toBeLessThanOrEqual(2);
      pages.push(...page.rows);
      from = page.nextAt;
    }
    expect(pages).toEqual(whole.rows);
    const [fold] = whole.rows;
    if (!fold || !("rows" in fold)) throw new Error("The diff begins with no fold.");
    const opened = await diffOf(session, { from: fold.at, to: fold.at + fold.rows });
    expect(opened.rows).toHaveLength(fold.rows);
    expect(opened.rows.every(({ change }) => change === "same")).toBe(true);
  });

  it("is a conflict when the session has changed since the preview, and follows the passes that were asked for", async () => {
    const session = await world.store(aSessionWithCopies("diff-3"));
    const seen = await world.preview(session.number);
    const [{ ref } = { ref: "" }] = seen.moves.rows;
    value(await pin(deps(), world.scope, { number: session.number, refs: [ref], reason: "mine", until: null }));
    const input = { number: session.number, window: "main", from: 0, to: null, limit: 100 };
    const answer = await diffRun(deps(), world.scope, { ...input, expectedRevision: seen.revision });
    expect(answer).toMatchObject({ ok: false, fault: { code: "conflict", field: "expectedRevision" } });
    expect((await diffOf(session)).counts.changed).toBe(2);
    expect((await diffOf(session, { passes: ["purge-errors"] })).counts.changed).toBe(0);
    expect(await diffRun(deps(), world.scope, { ...input, window: "nobody" })).toMatchObject({ ok: false });
  });
});

describe("why an event stays or goes", () => {
  it("is what every rule says, with the evidence by name", async () => {
    const session = await world.store(aSessionWithCopies("explain-1"));
    const seen = await world.preview(session.number);
    const [move] = seen.moves.rows;
    const found = await explained(session, move?.ref ?? "");
    expect(found.level).toBe("pass");
    const decides = found.opinions.find(({ answer }) => answer === "decides");
    expect(decides).toMatchObject({ rule: move?.rule, reason: move?.reason });
    expect(decides?.evidence[0]?.label).toContain("price.ts");
    expect(await explainEvent(deps(), world.scope, { number: session.number, ref: "nobody" })).toMatchObject({
      ok: false,
    });
  });

  it("follows a pin and a restore at once, before the analysis has seen them", async () => {
    const session = await world.store(aSessionWithCopies("explain-2"));
    await world.commit(session.number);
    const [ref = ""] = (
      await world.uploader.rows("SELECT entry_id FROM transition WHERE session_id = $1", [session.id])
    ).map((row) => String(row["entry_id"]));
    expect((await explained(session, ref)).level).toBe("set-before");
    value(await restore(deps(), world.scope, { number: session.number, refs: [ref] }));
    expect((await explained(session, ref)).level).toBe("in-flight");
    value(await pin(deps(), world.scope, { number: session.number, refs: [ref], reason: "the contract", until: null }));
    const pinned = await explained(session, ref);
    expect(pinned.level).toBe("protected");
    expect(pinned.opinions[0]).toMatchObject({ rule: "protect.pin", answer: "decides", strength: "stands" });
  });

  it("is planned once for all who read on, until the session changes", async () => {
    const session = await world.store(aSessionWithCopies("explain-3"));
    const first = await seenPlan(deps(), keyOf(session));
    expect(await seenPlan(deps(), keyOf(session))).toBe(first);
    expect(await seenPlan(deps(), keyOf(session), { compact: true })).not.toBe(first);
    const ref = first?.session.events[1]?.ref ?? "";
    value(await pin(deps(), world.scope, { number: session.number, refs: [ref], reason: "mine", until: null }));
    const second = await seenPlan(deps(), keyOf(session));
    expect(second).not.toBe(first);
    expect(second?.plan).toEqual(second && plan(second.session, second.policy));
    deps().advance(31_000);
    expect(await seenPlan(deps(), keyOf(session))).not.toBe(second);
    deps().advance(-31_000);
    expect(await seenPlan(deps(), { ...keyOf(session), sessionId: deps().ids.next() })).toBeNull();
  });
});

describe("blocked removals", () => {
  it("are as many in the preview as in the stored plan and in the run", async () => {
    for (const fixture of [aSessionWithProtectedCopy("blocked-1"), aSessionWithCopies("blocked-2")]) {
      const session = await world.store(fixture);
      const seen = await world.preview(session.number, { limit: 500 });
      const stored = async (runNumber: number | null) =>
        value(await listBlocked(deps(), world.scope, { number: session.number, runNumber, after: null, limit: 500 }));
      const plan = await stored(null);
      expect(seen.blocked.total).toBe(plan.total);
      expect(seen.blocked.rows.map(({ ref }) => ref).sort()).toEqual(plan.rows.map(({ ref }) => ref).sort());
      await world.commit(session.number);
      expect((await stored(1)).total).toBe(seen.blocked.total);
    }
  });
});

describe("a projection by pages", () => {
  it("has the pieces of the whole one, in every format", async () => {
    const session = await world.store(aSessionWithCopies("page-1"));
    for (const format of PROJECTION_FORMATS) {
      const asked = { number: session.number, thread: "main", format, residencies: "planned" } as const;
      const whole = value(await projectSession(deps(), world.scope, asked));
      const texts: string[] = [];
      let total = 0;
      for (let from: number | null = 0; from !== null; ) {
        const page: Awaited<ReturnType<typeof pageOf>> = await pageOf({ ...asked, from, limit: 7 });
        expect(page.tokens).toBe(whole.tokens);
        texts.push(...page.pieces.map(({ text }) => text));
        total = page.total;
        from = page.nextAt;
      }
      expect(texts).toHaveLength(total);
      if (whole.projection.format === "markdown") expect(`${texts.join("\n\n")}\n`).toBe(whole.projection.markdown);
    }
  });

  const pageOf = async (input: Parameters<typeof projectPage>[2]) =>
    value(await projectPage(deps(), world.scope, input));
});
