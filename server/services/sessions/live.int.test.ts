import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/server/api/root";
import type { ApiContext } from "@/server/api/trpc";
import type { Principal } from "@/server/core/access/scope";
import type { LiveMessage } from "@/server/core/telemetry/live";
import { analyseSession } from "@/server/services/analysis/analyse-session";
import { deleteSession } from "@/server/services/analysis/delete-session";
import { aSession, type SessionFixture } from "@/server/services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";
import { liveRoom, MAX_STREAMS } from "./live";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader.close());

/** A watcher as the wire serves one: through the router, with a connection that can break. */
class Watcher {
  readonly heard: LiveMessage[] = [];
  lastId: string | undefined;
  error: unknown;
  private readonly connection = new AbortController();
  private done: Promise<void> | undefined;

  static async of(
    number: number,
    options: { as?: Principal; lastEventId?: string; context?: Partial<ApiContext> } = {},
  ) {
    const watcher = new Watcher();
    const { deps, team } = uploader;
    const principal = options.as ?? team.people.viewer;
    const api = createCaller({ deps, principal, ...options.context }, { signal: watcher.connection.signal });
    const { lastEventId } = options;
    const place = { team: team.slug, project: team.project.slug, number };
    const stream = await api.sessions.live({ ...place, ...(lastEventId !== undefined && { lastEventId }) });
    watcher.done = watcher.listen(stream);
    return watcher;
  }

  private async listen(stream: AsyncIterable<unknown>) {
    try {
      for await (const told of stream) {
        // The types tell what a client gets; before the wire it is a pair.
        const [id, message] = told as [string, LiveMessage];
        this.lastId = id;
        this.heard.push(message);
      }
    } catch (error) {
      this.error = error;
    }
  }

  get kinds(): string[] {
    return this.heard.map(({ kind }) => kind);
  }

  async hears(kind: LiveMessage["kind"], times = 1): Promise<void> {
    await expect.poll(() => this.kinds.filter((heard) => heard === kind).length, { timeout: 20_000 }).toBe(times);
  }

  /** The connection breaks, as when a page is closed. */
  async leave(): Promise<void> {
    this.connection.abort();
    await this.done;
  }
}

async function begun(name: string): Promise<{ session: SessionFixture; number: number; id: string }> {
  const session = aSession(name, { windowTokens: 200_000 }).said("Begin");
  const { session: stored } = await uploader.append(session);
  return { session, ...stored };
}

const analyse = (sessionId: string) => analyseSession(uploader.deps, { teamId: uploader.team.teamId, sessionId });
const room = () => liveRoom(uploader.deps);

describe("watching a session", () => {
  it("hears of events, then of their analysis, in order and once", async () => {
    const { session, number, id } = await begun("in-order");
    const watcher = await Watcher.of(number);
    await watcher.hears("standing");
    await uploader.append(session.read("src/a.ts"));
    await watcher.hears("arrived");
    await uploader.append(session.read("src/b.ts").read("src/c.ts"));
    await watcher.hears("arrived", 2);
    await analyse(id);
    await watcher.hears("analysed");
    await watcher.leave();

    expect(watcher.kinds).toEqual(["standing", "arrived", "arrived", "analysed"]);
    expect(watcher.heard[0]).toMatchObject({ events: 1, analysedAt: null, waiting: true });
    expect(watcher.heard[1]).toMatchObject({ added: 2, events: 3 });
    expect(watcher.heard[2]).toMatchObject({ added: 4, events: 7, upToSeq: session.batch().events.at(-1)?.seq });
    expect(watcher.heard[3]).toMatchObject({ waiting: false });
  });

  it("goes on after the last message that was heard, although the connection broke meanwhile", async () => {
    const { session, number, id } = await begun("resume");
    const first = await Watcher.of(number);
    await first.hears("standing");
    await uploader.append(session.read("src/a.ts"));
    await first.hears("arrived");
    await first.leave();
    await uploader.append(session.read("src/b.ts"));
    await analyse(id);

    const second = await Watcher.of(number, { lastEventId: first.lastId ?? "" });
    await second.hears("analysed");
    await second.leave();
    expect(second.kinds).toEqual(["arrived", "analysed"]);
    expect(second.heard[0]).toMatchObject({ added: 2, events: 5 });
  });

  it("tells the advice that the agent heard, once", async () => {
    const { session, number } = await begun("advice");
    const watcher = await Watcher.of(number);
    await watcher.hears("standing");
    // Each step's request reports a fuller window: the 100th holds more than 40 % of 200,000 tokens.
    for (let step = 0; step < 30; step++) session.ran(`step ${step}`);
    const first = await uploader.append(session);
    expect(first.advice?.situation).toBe("minor-bloat");
    await watcher.hears("advice");
    const second = await uploader.append(session.ran("one more"));
    expect(second.advice).toBeNull();
    await watcher.hears("arrived", 2);
    await watcher.leave();
    expect(watcher.kinds.filter((kind) => kind === "advice")).toHaveLength(1);
    expect(watcher.heard.find(({ kind }) => kind === "advice")).toMatchObject({
      advice: first.advice,
      usage: { windowTokens: 200_000 },
    });
  });

  it("asks the database once for two watchers, and no longer when both have left", async () => {
    const { session, number } = await begun("shared");
    const before = room().pollers.size;
    const [one, two] = [await Watcher.of(number), await Watcher.of(number)];
    await one.hears("standing");
    await two.hears("standing");
    expect(room().pollers.size).toBe(before + 1);
    await uploader.append(session.read("src/a.ts"));
    await Promise.all([one.hears("arrived"), two.hears("arrived")]);
    // A look a second, not one for each watcher.
    const looks = await looksDuring(3_000);
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThanOrEqual(4);
    await one.leave();
    expect(room().pollers.size).toBe(before + 1);
    await two.leave();
    expect(room().pollers.size).toBe(before);
    expect(room().streams.size).toBe(0);
    expect(await looksDuring(1_500)).toBe(0);
  });
});

/** How often this process looks at watched sessions meanwhile. */
async function looksDuring(milliseconds: number): Promise<number> {
  const asked = vi.spyOn(uploader.deps.db.pool, "query");
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const looks = asked.mock.calls.filter(([query]) => isLook(query));
  asked.mockRestore();
  return looks.length;
}

const isLook = (query: unknown) =>
  typeof query === "object" && query !== null && "name" in query && String(query.name).startsWith("session.live:");

describe("who may watch", () => {
  it("refuses strangers and missing sessions like sessions.get", async () => {
    const { number } = await begun("refused");
    const stranger: Principal = { kind: "user", userId: uploader.deps.ids.next(), name: "S", email: "s@example.org" };
    await expect(Watcher.of(number, { as: stranger })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(Watcher.of(number, { as: { kind: "anonymous" } })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(Watcher.of(9_999)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("ends when the session is deleted", async () => {
    const { number, id } = await begun("deleted");
    const watcher = await Watcher.of(number);
    await watcher.hears("standing");
    await deleteSession(uploader.deps, { teamId: uploader.team.teamId, sessionId: id });
    await expect.poll(() => watcher.error, { timeout: 8_000 }).toMatchObject({ code: "NOT_FOUND" });
    expect(room().streams.size).toBe(0);
  });

  it("ends when who watches has signed out", async () => {
    const { number } = await begun("signed-out");
    const gone: Principal = { kind: "anonymous", reason: "Your session has ended. Sign in again." };
    const watcher = await Watcher.of(number, { context: { principalNow: async () => gone } });
    await watcher.hears("standing");
    await expect.poll(() => watcher.error, { timeout: 20_000 }).toMatchObject({ code: "UNAUTHORIZED" });
  }, 30_000);

  it("refuses one stream too many, and takes it when another has ended", async () => {
    const { number } = await begun("limit");
    const watchers = await Promise.all(Array.from({ length: MAX_STREAMS }, () => Watcher.of(number)));
    await Promise.all(watchers.map((watcher) => watcher.hears("standing")));
    const refused = await Watcher.of(number);
    await expect
      .poll(() => refused.error, { timeout: 8_000 })
      .toMatchObject({
        code: "TOO_MANY_REQUESTS",
        message: expect.stringContaining(`${MAX_STREAMS} sessions at once`),
      });
    await watchers[0]?.leave();
    const taken = await Watcher.of(number);
    await taken.hears("standing");
    await Promise.all([...watchers, taken].map((watcher) => watcher.leave()));
    expect(room().streams.size).toBe(0);
  });
});
