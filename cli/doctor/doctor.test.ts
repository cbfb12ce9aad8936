import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hookState } from "../hook/state";
import { checkConfig, checkDatabase, checkNode, checkSpool } from "./machine";
import { tellVersion } from "./server";
import { tell } from "./transcripts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "steward-doctor-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, content: unknown, mode = 0o600): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content), { mode });
  return file;
}

describe("the doctor", () => {
  it("wants a Node that is new enough", () => {
    expect(checkNode("20.19.0").state).toBe("ok");
    expect(checkNode("24.1.0").state).toBe("ok");
    expect(checkNode("20.18.3")).toMatchObject({ state: "wrong", remedy: "Install Node 20.19 or newer." });
    expect(checkNode("18.20.4").state).toBe("wrong");
  });

  it("wants a config that can be read, and by its owner only", async () => {
    const good = await write("good.json", { servers: { "http://localhost:3000": { key: "k" } } });
    expect(await checkConfig(good)).toMatchObject({ state: "ok", says: `${good} knows http://localhost:3000.` });
    const open = await write("open.json", { servers: {} }, 0o644);
    expect(await checkConfig(open, "linux")).toMatchObject({ state: "wrong", remedy: `Run: chmod 600 ${open}` });
    expect((await checkConfig(open, "win32")).state).toBe("ok");
    expect(await checkConfig(await write("torn.json", "{"))).toMatchObject({ state: "wrong" });
    expect(await checkConfig(path.join(folder, "absent.json"))).toMatchObject({
      state: "wrong",
      remedy: "Run: steward login <server>",
    });
  });

  it("tells uploads that wait from those that are stuck", async () => {
    const state = hookState(path.join(folder, "state"));
    const now = Date.UTC(2026, 5, 1, 12);
    expect(checkSpool(now, state).state).toBe("ok");
    const file = await write("state/hooks/spool/upload.codex.a.json", {});
    await utimes(file, new Date(now - 60_000), new Date(now - 60_000));
    expect(checkSpool(now, state)).toMatchObject({ state: "note", says: expect.stringMatching(/^1 upload waits in /) });
    const left = await write("state/hooks/claimed/upload.codex.b.json", {});
    await utimes(left, new Date(now - 7_200_000), new Date(now - 7_200_000));
    const stuck = checkSpool(now, state);
    expect(stuck).toMatchObject({ state: "wrong", remedy: expect.stringContaining("steward hook --flush") });
    expect(stuck.says).toContain("2 uploads wait");
  });

  it("looks at the database of a server that is here", async () => {
    expect(checkDatabase([path.join(folder, "nowhere")], "ok").state).toBe("skipped");
    await write("data/steward-data.json", {});
    const data = path.join(folder, "data");
    expect(checkDatabase([data], null)).toMatchObject({ state: "note", remedy: "To start it: npm run quickstart" });
    await write("data/launcher.lock", { pid: process.pid, identity: "x", port: 3000 });
    expect(checkDatabase([data], "ok")).toMatchObject({ state: "ok" });
    expect(checkDatabase([data], "unreachable")).toMatchObject({ state: "wrong" });
  });

  it("compares versions", () => {
    expect(tellVersion("1.2.0", "1.2.0").state).toBe("ok");
    expect(tellVersion("1.1.9", "1.2.0")).toMatchObject({ state: "note", remedy: "Run: steward upgrade" });
    expect(tellVersion("1.3.0", "1.2.0").remedy).toContain("Update the server");
    expect(tellVersion("1.3.0", null).state).toBe("note");
  });

  it("counts what is not uploaded", () => {
    expect(tell("x", 2, ["uploaded", "none"])).toMatchObject({ state: "ok", says: "2 files: all uploaded." });
    expect(tell("x", 300, ["uploaded"])).toMatchObject({ says: "300 files; of the 1 newest all uploaded." });
    expect(tell("x", 300, ["uploaded", "missing", "missing", "partly", "unread"])).toMatchObject({
      state: "note",
      says: "300 files; of the 5 newest 2 not uploaded, 1 with a rest to upload, 1 that no project takes or nobody can read.",
      remedy: "Run: steward import",
    });
    expect(tell("x", 300, []).state).toBe("skipped");
  });
});
