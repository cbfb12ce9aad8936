import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BoundaryKind } from "@/server/core/events/kinds";
import type { AppendAnswer } from "../ingest/append-events";
import { appendTranscript } from "../ingest/append-transcript";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { value } from "../testing/team-fixture";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader.close());

const START_MS = Date.UTC(2026, 10, 20, 8);
const WINDOW = 100_000;

/** A session that uploads after each turn, as a client does. */
class LiveSession {
  private turn = 0;
  constructor(
    private readonly id: string,
    private readonly header: object = {},
  ) {}

  /** One model request that filled the window so far, with an event and what it reached. */
  async ask(
    share: number,
    { reached = [], stage, minute = this.turn }: { reached?: BoundaryKind[]; stage?: string; minute?: number } = {},
  ): Promise<AppendAnswer> {
    return uploader.append(this.batch(share, { reached, stage, minute }));
  }

  batch(
    share: number,
    { reached = [], stage, minute = this.turn }: { reached?: BoundaryKind[]; stage?: string; minute?: number } = {},
  ) {
    this.turn++;
    const seq = this.turn * 10;
    const at = new Date(START_MS + minute * 60_000).toISOString();
    return {
      session: {
        client: "claude-code",
        id: this.id,
        projectSlug: "billing-api",
        windowTokens: WINDOW,
        ...this.header,
        ...(stage ? { stage } : {}),
      },
      events: [{ id: `${this.id}-${seq}`, seq, kind: "assistant_message", at, text: `Turn ${this.turn}` }],
      requests: [
        { id: `${this.id}-m${seq}`, seq, at, usage: { inputTokens: Math.round(share * WINDOW), outputTokens: 5 } },
      ],
      boundaries: reached.map((kind, index) => ({ seq: seq + 1 + index, at, kind })),
    };
  }
}

const said = async (answer: Promise<AppendAnswer>) => (await answer).advice?.situation ?? null;

describe("advice in the answer of an upload", () => {
  it("is given at its exact thresholds", async () => {
    const shares: [number, string | null][] = [
      [0.39999, null],
      [0.4, "minor-bloat"],
      [0.59999, "minor-bloat"],
      [0.6, "major-bloat"],
      [0.8, "major-bloat"],
      [0.80001, "window-nearly-full"],
    ];
    for (const [share, expected] of shares) {
      expect([share, await said(new LiveSession(`at-${share}`).ask(share))]).toEqual([share, expected]);
    }
  });

  it("is quiet for five turns, then says it again", async () => {
    const session = new LiveSession("quiet");
    const heard = [];
    for (let turn = 1; turn <= 12; turn++) heard.push(await said(session.ask(0.45)));
    const expected = Array.from({ length: 12 }, (_, at) => (at % 5 === 0 ? "minor-bloat" : null));
    expect(heard).toEqual(expected);
    const [row] = await uploader.rows("SELECT advice_action, advice_turn FROM session WHERE native_id = 'quiet'");
    expect(row).toEqual({ advice_action: "minor-bloat", advice_turn: 11 });
  });

  it("says more urgent advice at once, and not the less urgent behind it", async () => {
    const session = new LiveSession("urgent");
    expect(await said(session.ask(0.45))).toBe("minor-bloat");
    expect(await said(session.ask(0.65))).toBe("major-bloat");
    expect(await said(session.ask(0.3, { reached: ["task-end"] }))).toBe("task-complete");
    expect(await said(session.ask(0.9))).toBe("window-nearly-full");
    expect(await said(session.ask(0.65))).toBeNull();
    expect(await said(session.ask(0.45, { reached: ["stage"] }))).toBeNull();
  });

  it("hears a boundary once, though its batch comes twice", async () => {
    const session = new LiveSession("boundary");
    const batch = session.batch(0.1, { reached: ["wave-done"] });
    expect((await uploader.append(batch)).advice).toMatchObject({ action: "compact", situation: "wave-done" });
    for (let turn = 0; turn < 6; turn++) expect(await said(session.ask(0.1))).toBeNull();
    expect((await uploader.append(batch)).advice).toBeNull();
  });

  it("takes another stage in the header for a switch, and boundaries of sub-agents for none", async () => {
    const session = new LiveSession("stages");
    expect(await said(session.ask(0.1, { stage: "plan" }))).toBeNull();
    expect(await said(session.ask(0.1, { stage: "plan" }))).toBeNull();
    expect(await said(session.ask(0.1, { stage: "execute" }))).toBe("stage-switch");
    const inAgent = new LiveSession("stages-agent").batch(0.1, { reached: ["task-end"] });
    const boundaries = inAgent.boundaries.map((boundary) => ({ ...boundary, thread: "agent-1" }));
    expect((await uploader.append({ ...inAgent, boundaries })).advice).toBeNull();
  });

  it("takes another stage in a mark for a switch, once", async () => {
    const session = new LiveSession("stage-marks");
    const at = new Date(START_MS).toISOString();
    const marked = (stage: string, thread = "main") => ({
      ...session.batch(0.1),
      marks: [{ seq: stage === "plan" ? 1 : 2, at, stage, thread }],
    });
    expect(await said(uploader.append(marked("plan")))).toBeNull();
    expect(await said(uploader.append(marked("execute", "agent-1")))).toBeNull();
    const switched = marked("execute");
    expect(await said(uploader.append(switched))).toBe("stage-switch");
    for (let turn = 0; turn < 6; turn++) expect(await said(session.ask(0.1))).toBeNull();
    expect(await said(uploader.append(switched))).toBeNull();
  });

  it("hears of a plan that was accepted, and of the last of several agents that ran side by side", async () => {
    const live = new LiveSession("wave");
    const upload = (...events: object[]) => {
      const batch = live.batch(0.1);
      const [first] = batch.events;
      const own = events.map((event, place) => ({ ...first, text: "", id: `${first?.id}-${place}`, ...event }));
      const numbered = own.map((event, place) => ({ ...event, seq: (first?.seq ?? 0) + place }));
      return said(uploader.append({ ...batch, events: numbered }));
    };
    const called = (callId: string) => ({ kind: "tool_call", tool: "Task", callId, requestId: "wave-r", input: {} });
    const output = (callId: string) => ({ kind: "agent_output", callId, outcome: "ok", text: `Report of ${callId}.` });
    expect(await upload(called("a"), called("b"))).toBeNull();
    expect(await upload(output("a"))).toBeNull();
    expect(await upload(output("b"))).toBe("wave-done");
    for (let turn = 0; turn < 6; turn++) expect(await upload({ kind: "assistant_message" })).toBeNull();
    const plan = { tool: "ExitPlanMode", callId: "p" };
    const answer = { kind: "tool_result", callId: "p", outcome: "ok", text: "Approved." };
    expect(await upload({ kind: "tool_call", ...plan, input: { plan: "1. Do it." } }, answer)).toBe("stage-switch");
  });

  it("asks for a checkpoint after an hour, counted from the last one", async () => {
    const session = new LiveSession("long");
    expect(await said(session.ask(0.1, { minute: 0 }))).toBeNull();
    expect(await said(session.ask(0.1, { minute: 60 }))).toBeNull();
    expect(await said(session.ask(0.1, { minute: 61 }))).toBe("long-session");
  });

  it("takes a todo list of which nothing is left for the end of a task", async () => {
    const session = new LiveSession("todos");
    const withTodos = (...statuses: string[]) => {
      const batch = session.batch(0.1);
      const input = { todos: statuses.map((status, at) => ({ content: `Step ${at}`, status })) };
      const [first] = batch.events;
      return { ...batch, events: [{ ...first, kind: "tool_call", tool: "TodoWrite", callId: "t", text: "", input }] };
    };
    expect(await said(uploader.append(withTodos("completed", "in_progress")))).toBeNull();
    const done = withTodos("completed", "completed");
    expect(await said(uploader.append(done))).toBe("task-complete");
    for (let turn = 0; turn < 6; turn++) expect(await said(session.ask(0.1))).toBeNull();
    expect(await said(uploader.append(done))).toBeNull();
  });

  it("does not go by what the window held before it was emptied", async () => {
    const session = new LiveSession("emptied");
    const answer = await session.ask(0.9, { reached: ["compaction"] });
    expect([answer.usage, answer.advice]).toEqual([null, null]);
    expect(await said(session.ask(0.45))).toBe("minor-bloat");
  });

  it("goes by the thresholds of the project", async () => {
    const { deps, team } = uploader;
    const body = { preset: "strict", budget: { pruneShare: 0.2, quietTurns: 2 } };
    await uploader.rows(
      "INSERT INTO policy_version (team_id, project_id, version, body, created_at) VALUES ($1, $2, 1, $3, $4)",
      [team.teamId, team.secondProject.id, JSON.stringify(body), deps.clock.now()],
    );
    const session = new LiveSession("own-policy", { projectSlug: team.secondProject.slug });
    const heard = [];
    for (let turn = 0; turn < 4; turn++) heard.push(await said(session.ask(0.2)));
    expect(heard).toEqual(["minor-bloat", null, "minor-bloat", null]);
  });

  it("writes nothing when there is nothing to say", async () => {
    const session = new LiveSession("silent");
    await session.ask(0.39);
    await session.ask(0.1);
    const unknown = session.batch(0.9);
    const told = { ...unknown.session, id: "silent-unknown", windowTokens: undefined };
    expect((await uploader.append({ ...unknown, session: told })).advice).toBeNull();
    const rows = await uploader.rows("SELECT advice_action, advice_turn FROM session WHERE native_id LIKE 'silent%'");
    expect(rows).toEqual([
      { advice_action: null, advice_turn: null },
      { advice_action: null, advice_turn: null },
    ]);
  });

  it("is said once of two batches that arrive at the same time", async () => {
    const session = new LiveSession("race");
    const first = session.batch(0.85);
    const answers = await Promise.all(Array.from({ length: 6 }, () => uploader.append(first)));
    expect(answers.filter(({ advice }) => advice !== null)).toHaveLength(1);
  });

  it("is not spent on a transcript, whose answer does not carry it", async () => {
    const record = (n: number, message: object) =>
      JSON.stringify({
        type: "assistant",
        sessionId: "whole",
        uuid: `w-${n}`,
        timestamp: new Date(START_MS + n * 1_000).toISOString(),
        message,
      });
    const usage = { input_tokens: 190_000, output_tokens: 4 };
    const text = record(1, {
      id: "m1",
      role: "assistant",
      model: "claude-opus-4-5",
      usage,
      content: [{ type: "text", text: "Hi" }],
    });
    const upload = {
      bytes: Buffer.from(`${text}\n`),
      client: "claude-code",
      session: { projectSlug: "billing-api" },
    } as const;
    value(await appendTranscript(uploader.deps, uploader.key, upload));
    const [row] = await uploader.rows("SELECT advice_action, request_count FROM session WHERE native_id = 'whole'");
    expect(row).toEqual({ advice_action: null, request_count: 1 });
  });
});
