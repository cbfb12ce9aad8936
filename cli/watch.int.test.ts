import { appendFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readingSession } from "./testing/hook-lines";
import { anImportWorld, type ImportWorld } from "./testing/import-world";
import type { RunningSteward } from "./testing/run-steward";

let world: ImportWorld;
const running: RunningSteward[] = [];
beforeAll(async () => {
  world = await anImportWorld();
});
afterEach(() => {
  world.intercept(null);
  for (const watch of running.splice(0)) watch.kill("SIGKILL");
});
afterAll(() => world.close());

function watch(...args: string[]): RunningSteward {
  const started = world.steward.start(["watch", "--project", "billing-api", ...args]);
  running.push(started);
  return started;
}

async function stored(session: string): Promise<number> {
  const rows = await world.uploader.rows("SELECT event_count AS count FROM session WHERE native_id = $1", [session]);
  return Number(rows[0]?.["count"] ?? 0);
}

const arrives = (session: string, count: number) => expect.poll(() => stored(session), { timeout: 20_000 }).toBe(count);
const rest = (session: string, from: number, to: number) =>
  readingSession(session, to).slice(readingSession(session, from).length);

describe("steward watch", () => {
  it("uploads what is there of the last day, what grows and what is new, and stops cleanly on Ctrl-C", async () => {
    const folder = path.join(world.folder, "grows");
    const file = await world.write("grows/-app/watched.jsonl", readingSession("watched", 1));
    const started = watch("--json", folder);
    await arrives("watched", 3);
    await appendFile(file, rest("watched", 1, 3));
    await world.write("grows/-other/fresh.jsonl", readingSession("fresh", 2));
    await world.write("grows/-other/notes.txt", "no transcript");
    await arrives("watched", 7);
    await arrives("fresh", 5);
    started.kill("SIGINT");
    const ran = await started.ended;
    expect(ran).toMatchObject({ code: 0, err: "" });
    const told = ran.out
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(told[0]).toMatchObject({ type: "watching", folders: [folder], server: world.server.origin });
    expect(told).toContainEqual(
      expect.objectContaining({ type: "uploaded", file, accepted: 4, project: "billing-api", at: expect.any(String) }),
    );
    expect(told.at(-1)).toMatchObject({ type: "stopped", files: 2, accepted: 12 });
  });

  it("goes on when the server went away meanwhile", { timeout: 90_000 }, async () => {
    const file = await world.write("away/-app/away.jsonl", readingSession("away", 1));
    const started = watch(path.join(world.folder, "away"));
    await arrives("away", 3);
    world.intercept(async () => Response.json({}, { status: 503, headers: { "retry-after": "1" } }));
    world.calls.length = 0;
    await appendFile(file, rest("away", 1, 2));
    await expect.poll(() => world.calls.length, { timeout: 20_000 }).toBeGreaterThan(1);
    world.intercept(null);
    await arrives("away", 5);
    await expect.poll(() => world.calls.at(-1), { timeout: 10_000 }).toBe("ingest.setCursor");
    started.kill("SIGTERM");
    const ran = await started.ended;
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(
      /^\d\d:\d\d:\d\d billing-api S-\d+: 3 events of away\.jsonl\n.+: 2 events of away\.jsonl\n$/,
    );
  });

  it("says what it cannot do", async () => {
    expect(await watch(path.join(world.folder, "nowhere")).ended).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Nothing is at .+nowhere\. Give a file or a folder\.\n$/),
    });
    expect(await watch().ended).toMatchObject({ code: 2, err: expect.stringContaining("Give a path: steward watch") });
    const { secret } = await world.uploader.team.key({ scopes: ["read"] });
    const folder = path.join(world.folder, "refused");
    await mkdir(folder, { recursive: true });
    const env = { STEWARD_KEY: secret };
    expect(await world.steward.run(["watch", folder], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining("lacks the scope ingest"),
    });
  });
});
