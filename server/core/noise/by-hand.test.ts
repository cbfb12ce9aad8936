import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionBoundary, SessionEvent, SessionInput } from "../prune/model";
import { plan } from "../prune/pipeline";
import { STRICT_POLICY } from "../prune/policy";
import { arbitrarySession } from "../prune/testing/arbitrary-session";
import { measureNoise } from "./measure";

/**
 * Proven noise recomputed the way that docs/adr/0004-what-is-noise.md tells a person to do it: windows by replaying the
 * thread, pairs by looking at every other event, nothing shared with the pipeline. Slow and short on purpose.
 */
interface Placed {
  readonly event: SessionEvent;
  readonly turn: number;
  readonly window: object;
  visible: boolean;
  readonly at: number;
}

interface Request {
  readonly turn: number;
  readonly window: object;
  visible: boolean;
}

/** What a thread did, in order, each with the window that it happened in. */
interface Logged {
  readonly seq: number;
  readonly window: object;
  readonly record: { visible: boolean } | null;
}

/** Walks each thread record by record, as its client did. */
function replay(session: SessionInput): { placed: Placed[]; requests: Request[] } {
  const placed: Placed[] = [];
  const requests: Request[] = [];
  for (const { key } of session.threads) replayThread(session, key, placed, requests);
  return { placed: placed.sort((a, b) => a.at - b.at), requests };
}

function replayThread(session: SessionInput, key: string, placed: Placed[], requests: Request[]): void {
  let window: object = {};
  let turn = 0;
  const log: Logged[] = [{ seq: Number.NEGATIVE_INFINITY, window, record: null }];
  for (const step of stepsOf(session, key)) {
    let record: { visible: boolean } | null = null;
    if ("boundary" in step) window = windowBehind(step.boundary, window, log);
    else if ("request" in step) {
      const request = { turn: ++turn, window, visible: true };
      requests.push(request);
      record = request;
    } else {
      const one = { event: step.event, turn, window, visible: true, at: session.events.indexOf(step.event) };
      placed.push(one);
      record = one;
    }
    log.push({ seq: step.seq, window, record });
  }
}

function stepsOf(session: SessionInput, key: string) {
  const own = <T extends { readonly thread: string }>(list: readonly T[]) => list.filter((one) => one.thread === key);
  return [
    ...own(session.boundaries).map((boundary) => ({ seq: boundary.seq, boundary })),
    ...own(session.requests).map((request) => ({ seq: request.seq, request })),
    ...own(session.events).map((event) => ({ seq: event.seq, event })),
  ].sort((a, b) => a.seq - b.seq);
}

/** A rewind takes off what stands behind its target and goes on in the target's window; other cuts open a new one. */
function windowBehind({ kind, toSeq }: SessionBoundary, window: object, log: readonly Logged[]): object {
  if (kind !== "compaction" && kind !== "clear" && kind !== "rewind") return window;
  if (kind !== "rewind" || toSeq === null) return {};
  for (const { record, seq } of log) if (record && seq > toSeq) record.visible = false;
  return log.filter((one) => one.seq <= toSeq).at(-1)?.window ?? window;
}

/** All that happened, and the part of it that is judged: what is visible, outside of auxiliary threads. */
interface Story {
  readonly whole: readonly Placed[];
  readonly judged: readonly Placed[];
}

const SAME = (a: Placed, b: Placed) => a.window === b.window && a.at < b.at;

function isRepeat({ whole, judged }: Story, one: Placed): boolean {
  return judged.some((first) => {
    const [a, b] = [first.event, one.event];
    if (!SAME(first, one) || a.kind !== b.kind || a.contentKey !== b.contentKey) return false;
    if (b.kind === "skill_load") return a.skill === b.skill;
    if (b.kind === "graph_query") return b.text !== "" && !changed(whole, null, first, one);
    const answered = (event: SessionEvent) => event.outcome === "ok" || event.outcome === "error";
    const same = a.tool === b.tool && a.paramsKey === b.paramsKey && answered(a) && answered(b);
    return b.kind === "tool_result" && same && !changed(whole, b.target, first, one);
  });
}

function changed(all: readonly Placed[], target: string | null, from: Placed, to: Placed): boolean {
  return all.some(({ event, at }) => {
    const result = all.find((other) => other.event.partner === event.ref)?.event ?? event;
    const isChange = event.mutates && result.outcome !== "refused";
    return isChange && at > from.at && at < to.at && (target === null || event.target === target);
  });
}

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "bun test": ["bun test", "bun test src/a.test.ts", "cd api && bun test"],
  "bun test src/a.test.ts": ["bun test src/a.test.ts"],
  "cd api && bun test": ["bun test", "bun test src/a.test.ts", "cd api && bun test"],
  "ls -la": ["ls -la"],
  make: ["make"],
};

function resolvedAt(all: readonly Placed[], failure: Placed): number | null {
  if (failure.event.kind !== "tool_result" || failure.event.outcome !== "error") return null;
  const later = all.filter(
    (one) => SAME(failure, one) && one.event.kind === "tool_result" && one.event.outcome === "ok",
  );
  const { command, tool, target, mutates } = failure.event;
  // What runs through a filter proves nothing in these sessions, for no output of theirs reports success.
  const plain = command === "bun test | tail -3" ? "bun test" : command;
  const answers = (one: Placed) =>
    command === null
      ? one.event.command === null && one.event.tool === tool && one.event.target === target && target !== null
      : (COMMANDS[one.event.command ?? ""] ?? []).includes(plain ?? "");
  const success = later.find(answers);
  if (success === undefined) return null;
  if (!mutates) return success.turn;
  const looks = later.filter((one) => one.at > success.at && !one.event.mutates && one.event.target === target);
  return looks[0] === undefined ? null : Math.max(success.turn, looks[0].turn);
}

function supersededAt(story: Story, read: Placed): number | null {
  const isShown = ({ event }: Placed) =>
    event.kind === "tool_result" && event.outcome === "ok" && event.target === read.event.target;
  if (read.event.toolClass !== "source_read" || !isShown(read)) return null;
  const covers = ({ event }: Placed) => {
    if (event.toolClass === "write") return true;
    if (event.toolClass !== "source_read") return false;
    const [newer, older] = [event.range, read.event.range];
    if (newer === null) return true;
    if (newer.lastLine === null || older === null || older.lastLine === null) return false;
    return newer.firstLine <= older.firstLine && newer.lastLine >= older.lastLine;
  };
  const cover = (one: Placed) => SAME(read, one) && isShown(one) && covers(one) && !isRepeat(story, one);
  return story.judged.find(cover)?.turn ?? null;
}

function isKept(session: SessionInput, story: Story, { event, window }: Placed): boolean {
  const pins = session.pins.map((pin) => pin.ref);
  if (pins.includes(event.ref) || (event.partner !== null && pins.includes(event.partner))) return true;
  if (event.toolClass === "ask" || /CLAUDE|STATE/.test(event.target ?? "")) return true;
  if (event.kind !== "skill_load") return false;
  return !isRepeat(story, { event, window, turn: 0, visible: true, at: session.events.indexOf(event) });
}

function byHand(session: SessionInput) {
  const { placed, requests } = replay(session);
  const auxiliary = new Set(session.threads.filter((thread) => thread.auxiliary).map((thread) => thread.key));
  const judged = placed.filter((one) => one.visible && !auxiliary.has(one.event.thread));
  const story: Story = { whole: placed, judged };
  return judged.flatMap((one) => {
    if (isKept(session, story, one) || one.event.tokens === 0) return [];
    const facts: [string, number | null][] = [
      ["duplicate", isRepeat(story, one) ? one.turn : null],
      ["resolved-error", resolvedAt(judged, one)],
      ["superseded", supersededAt(story, one)],
    ];
    const fact = facts.find(([, since]) => since !== null);
    if (fact === undefined || fact[1] === null) return [];
    const [name, since] = [fact[0], fact[1]];
    const behind = (turn: number) => turn > since && turn > one.turn;
    const carried = requests.filter(
      (request) => request.window === one.window && request.visible && behind(request.turn),
    ).length;
    return [`${one.event.ref} ${name} ${one.event.tokens} since ${since} carried ${carried * one.event.tokens}`];
  });
}

describe("proven noise", () => {
  it("equals what a person finds by hand", () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const measured = measureNoise(session, plan(session, STRICT_POLICY))
          .filter((item) => item.class !== "idle")
          .map(
            (item) => `${item.ref} ${item.class} ${item.tokens} since ${item.sinceTurn} carried ${item.carriedTokens}`,
          );
        expect(measured).toEqual(byHand(session));
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
