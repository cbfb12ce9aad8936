import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliFault } from "../fault";
import { defaultFolders, findTranscripts } from "./find-transcripts";

let home: string;
const at = (...parts: string[]) => path.join(home, ...parts);

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), "steward-find-"));
  await mkdir(at("projects", "-home-dev-app", "b-session", "subagents"), { recursive: true });
  await mkdir(at("projects", "[odd] name"), { recursive: true });
  await writeFile(at("projects", "-home-dev-app", "b-session", "subagents", "agent-1.jsonl"), "{}\n");
  await writeFile(at("projects", "-home-dev-app", "b-session.jsonl"), "{}\n");
  await writeFile(at("projects", "-home-dev-app", "a-session.jsonl"), "");
  await writeFile(at("projects", "-home-dev-app", "notes.md"), "# Notes\n");
  await writeFile(at("projects", "[odd] name", "c.jsonl"), "{}\n");
  await mkdir(at("runs", "fix-1"), { recursive: true });
  await writeFile(at("runs", "fix-1", "fix-1.traj"), "{}\n");
  await writeFile(at("runs", "export.json"), "{}\n");
  await mkdir(at("others", "app", "chats"), { recursive: true });
  await mkdir(at("others", "tasks", "1767600000000"), { recursive: true });
  await writeFile(at("others", "app", ".aider.chat.history.md"), "# aider chat started at 2026-01-05 10:00:00\n");
  await writeFile(at("others", "app", "chats", "session-2026-01-05T09-00-0a1b2c3d.json"), "{}\n");
  await writeFile(at("others", "app", "chats", "logs.json"), "[]\n");
  await writeFile(at("others", "tasks", "1767600000000", "api_conversation_history.json"), "[]\n");
  await writeFile(at("others", "tasks", "1767600000000", "ui_messages.json"), "[]\n");
});
afterAll(() => rm(home, { recursive: true, force: true }));

const names = async (...inputs: string[]) =>
  (await findTranscripts(inputs)).map((file) => path.relative(home, file.path).replaceAll("\\", "/"));

describe("finding transcripts", () => {
  it("gives a session before its sub-agents, and leaves out what is no transcript", async () => {
    expect(await names(at("projects"))).toEqual([
      "projects/-home-dev-app/a-session.jsonl",
      "projects/-home-dev-app/b-session.jsonl",
      "projects/[odd] name/c.jsonl",
      "projects/-home-dev-app/b-session/subagents/agent-1.jsonl",
    ]);
  });

  it("takes files, folders and globs together, each file once", async () => {
    const folder = at("projects", "-home-dev-app");
    const found = await findTranscripts([path.join(folder, "*.jsonl"), path.join(folder, "b-session.jsonl"), folder]);
    expect(found.map((file) => [path.basename(file.path), file.bytes, file.named])).toEqual([
      ["a-session.jsonl", 0, false],
      ["b-session.jsonl", 3, true],
      ["agent-1.jsonl", 3, false],
    ]);
  });

  it("takes trajectories of a folder, and other JSON only when it is named", async () => {
    expect(await names(at("runs"))).toEqual(["runs/fix-1/fix-1.traj"]);
    expect(await names(at("runs", "*.json"))).toEqual(["runs/export.json"]);
    expect((await findTranscripts([at("runs", "export.json")]))[0]?.named).toBe(true);
  });

  it("takes the files of a folder that other clients name in their own ways", async () => {
    expect(await names(at("others"))).toEqual([
      "others/app/.aider.chat.history.md",
      "others/app/chats/session-2026-01-05T09-00-0a1b2c3d.json",
      "others/tasks/1767600000000/api_conversation_history.json",
    ]);
  });

  it("takes a folder whose name looks like a glob", async () => {
    expect(await names(at("projects", "[odd] name"))).toEqual(["projects/[odd] name/c.jsonl"]);
  });

  it("says what to give when nothing is there", async () => {
    await expect(findTranscripts([at("nowhere")])).rejects.toThrow(CliFault);
    await expect(findTranscripts([at("nowhere")])).rejects.toThrow(/Nothing is at .+ a folder or a glob/);
  });

  it("passes over clients that are not installed", async () => {
    expect(await findTranscripts([], [at("none"), at("projects", "[odd] name")])).toHaveLength(1);
  });

  it("follows the variables that move the clients' folders", () => {
    const variables = { CLAUDE_CONFIG_DIR: "/c", XDG_CONFIG_HOME: "/x", CODEX_HOME: "/o", PI_CODING_AGENT_DIR: "/p" };
    const moved = defaultFolders(variables, "/home/dev");
    expect(moved.slice(0, 5).map((folder) => folder.replaceAll("\\", "/"))).toEqual([
      "/c/projects",
      "/x/claude/projects",
      "/o/sessions",
      "/o/archived_sessions",
      "/p/sessions",
    ]);
    const usual = defaultFolders({}, "/home/dev");
    expect(usual[0]).toBe(path.join("/home/dev", ".claude", "projects"));
    expect(usual[4]).toBe(path.join("/home/dev", ".pi", "agent", "sessions"));
  });

  it("looks where the other clients keep theirs, among them extensions of an editor", () => {
    const usual = defaultFolders({ APPDATA: "/home/dev/AppData" }, "/home/dev").slice(5);
    expect(usual.slice(0, 3)).toEqual([
      path.join("/home/dev", ".gemini", "tmp"),
      path.join("/home/dev", ".copilot", "session-state"),
      path.join("/home/dev", ".cursor", "projects"),
    ]);
    const ofEditors = usual.slice(3).map((folder) => folder.split(path.sep).slice(-2).join("/"));
    expect(ofEditors).toEqual([
      "saoudrizwan.claude-dev/tasks",
      "rooveterinaryinc.roo-cline/tasks",
      "kilocode.kilo-code/tasks",
    ]);
  });
});
