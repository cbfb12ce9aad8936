import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSession } from "./testing/session-fixture";
import { anUploader, type Uploader } from "./testing/uploader";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader.close());

const eventsOf = (nativeId: string) =>
  uploader.rows(
    `SELECT e.*, c.text FROM event e JOIN session s ON s.team_id = e.team_id AND s.id = e.session_id
       LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
      WHERE s.native_id = $1 ORDER BY e.seq`,
    [nativeId],
  );

describe("an upload", () => {
  it("stores each event once and answers with its result", async () => {
    const answer = await uploader.append(aSession("first").said("Fix the login").ran("npm test", { exit: 1 }));
    expect(answer).toMatchObject({ accepted: 3, duplicates: 0, rejected: 0, project: "billing-api" });
    expect(answer.session.path).toBe(`/${uploader.team.slug}/billing-api/sessions/1`);
    expect(answer.results.map((result) => result.status)).toEqual(["accepted", "accepted", "accepted"]);
    const events = await eventsOf("first");
    expect(events.map(({ kind, tool, tool_class, label }) => ({ kind, tool, tool_class, label }))).toMatchObject([
      { kind: "user_prompt", label: "Fix the login" },
      { kind: "tool_call", tool: "Bash", tool_class: "test" },
      { kind: "tool_result", tool: "Bash", tool_class: "test" },
    ]);
    expect(events[1]?.["text"]).toBe('{"command":"npm test"}');
  });

  it("adds nothing when ten copies of a batch arrive at once", async () => {
    const batch = aSession("replayed").said("Hello").read("a.ts").read("b.ts").batch();
    const answers = await Promise.all(Array.from({ length: 10 }, () => uploader.append(batch)));
    expect(answers.reduce((sum, answer) => sum + answer.accepted, 0)).toBe(5);
    expect(new Set(answers.map((answer) => answer.session.number)).size).toBe(1);
    expect(await eventsOf("replayed")).toHaveLength(5);
    const [session] = await uploader.rows("SELECT * FROM session WHERE native_id = 'replayed'");
    expect(session).toMatchObject({ event_count: 5, request_count: 2 });
    const [sums] = await uploader.rows(
      `SELECT sum(r.events)::int AS events, sum(r.tokens)::int AS tokens FROM session_rollup r WHERE r.session_id = $1`,
      [session?.["id"]],
    );
    expect(sums).toEqual({ events: 5, tokens: Number(session?.["added_tokens"]) });
  });

  it("keeps the first content of an id and says that a later one differs", async () => {
    await uploader.append(aSession("differs").said("one"));
    const again = await uploader.append(aSession("differs").said("two"));
    expect(again.results).toEqual([{ index: 0, id: "differs-e1", status: "duplicate", contentDiffers: true }]);
    expect((await eventsOf("differs"))[0]?.["text"]).toBe("one");
  });

  it("takes two sessions that number their entries and begin at the same instant for two", async () => {
    const numbered = (id: string, text: string) => {
      const batch = aSession(id).said(text).answered("Done.").batch();
      return { ...batch, events: batch.events.map((event, at) => ({ ...event, id: String(at) })) };
    };
    await uploader.append(numbered("twin-1", "Fix the login"));
    expect(await uploader.append(numbered("twin-2", "Fix the search"))).toMatchObject({ accepted: 2, duplicates: 0 });
    expect(await uploader.append(numbered("twin-3", "Fix the search"))).toMatchObject({ accepted: 0, duplicates: 2 });
  });

  it("counts the first of two events with one id in a batch", async () => {
    const { events, ...batch } = aSession("twice").said("one").batch();
    const [event] = events;
    const answer = await uploader.append({ ...batch, events: [event, event, { ...event, text: "two" }] });
    expect(answer.results.map(({ status, contentDiffers }) => [status, contentDiffers])).toEqual([
      ["accepted", undefined],
      ["duplicate", undefined],
      ["duplicate", true],
    ]);
  });

  it("keeps the good events beside bad ones and names each fault", async () => {
    const { events, ...batch } = aSession("mixed").said("one").said("two").batch();
    const [first, second] = events;
    const answer = await uploader.append({
      ...batch,
      events: [first, { ...second, kind: "gossip" }, 7, { ...second, id: "x", exitCode: 2 ** 40 }, second],
      requests: [{ id: "r" }],
    });
    expect(answer).toMatchObject({ accepted: 2, rejected: 3 });
    expect(answer.results.map(({ status, field }) => [status, field])).toEqual([
      ["accepted", undefined],
      ["rejected", "events[1].kind"],
      ["rejected", "events[2]"],
      ["rejected", "events[3].exitCode"],
      ["accepted", undefined],
    ]);
    expect(answer.problems.map((problem) => problem.field)).toEqual(["requests[0].seq"]);
    for (const { message, status } of answer.results) if (status === "rejected") expect(message).toMatch(/\.$/);
  });

  it("stores text without NUL and with lone surrogates replaced", async () => {
    const session = aSession("characters").add({ kind: "user_prompt", text: "a\u0000b \ud800 😀 \\u0000" });
    session.add({
      kind: "tool_call",
      tool: "Bash",
      callId: "c",
      input: { "k\u0000": "v\u0000 \udc00", typed: "\\u0000" },
    });
    await uploader.append(session);
    const [prompt, call] = await eventsOf("characters");
    expect(prompt?.["text"]).toBe("ab \ufffd 😀 \\u0000");
    expect(JSON.parse(String(call?.["text"]))).toEqual({ k: "v \ufffd", typed: "\\u0000" });
  });

  it("flags a large result with what to do", async () => {
    const answer = await uploader.append(aSession("large").read("big.json", "x".repeat(40_000)));
    expect(answer.flags).toMatchObject([{ tokens: 10_000 }]);
    expect(answer.flags[0]?.message).toMatch(/next five turns/);
  });

  it("tells how full the window is and what to do", async () => {
    const session = aSession("full", { windowTokens: 10_000 });
    for (let i = 0; i < 3; i++) session.read(`f${i}.ts`);
    const answer = await uploader.append(session);
    expect(answer.usage?.share).toBeGreaterThan(0.4);
    expect(answer.advice?.action).toBe("compact");
    expect(answer.usage).toMatchObject({ windowTokens: 10_000, windowSource: "told" });
  });

  it("takes the window of the model that answered when the client tells none", async () => {
    const answer = await uploader.append(aSession("untold", { model: "unlisted" }).read("a.ts"));
    expect(answer.usage).toMatchObject({ windowTokens: 200_000, windowSource: "model" });
    const { requests, ...rest } = aSession("unknown").read("a.ts").batch();
    const unlisted = requests.map((request) => ({ ...request, model: "unlisted" }));
    const unknown = await uploader.append({ ...rest, requests: unlisted });
    expect(unknown.usage).toMatchObject({ windowTokens: null, windowSource: null, share: null });
  });

  it("takes each number of a response at its maximum, whatever order they come in", async () => {
    const at = "2026-10-05T08:30:00Z";
    const usages = [{ outputTokens: 5, inputTokens: 9 }, { outputTokens: 90 }, { outputTokens: 40, inputTokens: 7 }];
    for (const usage of usages) {
      await uploader.append({ ...aSession("usage").batch(), requests: [{ id: "m", seq: 1, at, usage }] });
    }
    const rows = await uploader.rows("SELECT * FROM model_request WHERE response_id = 'm'");
    expect(rows).toMatchObject([{ output_tokens: 90, input_tokens: 9, cache_read_tokens: null }]);
  });

  it("enqueues one analysis for a burst of batches", async () => {
    for (const batch of aSession("burst").said("a").said("b").said("c").batches(1)) await uploader.append(batch);
    const [session] = await uploader.rows("SELECT id FROM session WHERE native_id = 'burst'");
    const jobs = await uploader.rows("SELECT * FROM graphile_worker.jobs WHERE key = $1", [
      `analyse:${session?.["id"]}`,
    ]);
    expect(jobs).toHaveLength(1);
  });
});
