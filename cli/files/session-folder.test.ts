import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSessionFolder } from "./session-folder";

let tmp: string;
beforeAll(async () => {
  tmp = await mkdtemp(path.join(os.tmpdir(), "steward-folder-"));
  await mkdir(path.join(tmp, "app", "chats", "parent-1"), { recursive: true });
  await mkdir(path.join(tmp, "old", "chats"), { recursive: true });
  await writeFile(path.join(tmp, "app", ".project_root"), "/home/dev/app\n");
  await writeFile(path.join(tmp, "old", ".project_root"), "\n");
});
afterAll(() => rm(tmp, { recursive: true, force: true }));

describe("the folder of a session", () => {
  it("stands above Gemini CLI's chats and those of its sub-agents", async () => {
    expect(await readSessionFolder(path.join(tmp, "app", "chats", "session-1.jsonl"))).toBe("/home/dev/app");
    expect(await readSessionFolder(path.join(tmp, "app", "chats", "parent-1", "a.jsonl"))).toBe("/home/dev/app");
  });

  it("is unknown without a marker, with an empty one, and for other clients", async () => {
    expect(await readSessionFolder(path.join(tmp, "none", "chats", "session-1.json"))).toBeUndefined();
    expect(await readSessionFolder(path.join(tmp, "old", "chats", "session-1.json"))).toBeUndefined();
    expect(await readSessionFolder(path.join(tmp, "app", "events.jsonl"))).toBeUndefined();
  });
});
