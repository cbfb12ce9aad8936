import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { keepAdvice, takeAdvice } from "./advice";
import { fitsQuery } from "./ask-server";
import { branchOf } from "./branch";
import { flagOf } from "./large-result";
import { beginStart } from "./one-start";
import { withKnown } from "./session-start";
import { claimAll, type SpoolEntry, settle, spool, waiting } from "./spool";
import { type HookState, hookState, note, sessionFolder, stateFolder } from "./state";
import { isPaused, pauseFor, takeLock } from "./uploader";

const root = mkdtempSync(path.join(os.tmpdir(), "steward-hook-"));
let state: HookState;
let count = 0;
beforeEach(() => {
  state = hookState(path.join(root, String(count++)));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const entry: SpoolEntry = {
  task: "upload",
  client: "claude-code",
  session: "s1",
  transcript: "/t/s1.jsonl",
  cwd: "/app",
  urgent: false,
};

describe("a start that two hooks tell of", () => {
  const folder = () => path.join(state.sessions, "claude-code.s1");
  const begin = (source: string | null, nowMs: number) => beginStart(folder(), source, nowMs);

  it("is the first one's; one of another cause, or a while later, is a start of its own", () => {
    const now = Date.now();
    expect(begin("compact", now)).not.toBeNull();
    expect(begin("compact", now + 2_000)).toBeNull();
    expect(begin("resume", now)).not.toBeNull();
    expect(begin(null, now)).not.toBeNull();
    expect(begin("compact", now + 60_000)).not.toBeNull();
  });

  it("may be begun again by the next one when it came to nothing", () => {
    begin("startup", Date.now())?.giveUp();
    expect(begin("startup", Date.now())).not.toBeNull();
  });
});

describe("the spool", () => {
  it("keeps one entry for a task and a transcript, however often it is noted", () => {
    for (let at = 0; at < 50; at++) spool(state, entry);
    spool(state, { ...entry, transcript: "/t/s2.jsonl" });
    spool(state, { ...entry, task: "checkpoint" });
    expect(waiting(state)).toHaveLength(3);
    expect(readdirSync(state.spool)).toHaveLength(3);
  });

  it("gives uploads before checkpoints, and keeps what comes while one is at hand", () => {
    spool(state, { ...entry, task: "checkpoint" });
    spool(state, entry);
    const claimed = claimAll(state);
    expect(claimed.map(({ task }) => task)).toEqual(["upload", "checkpoint"]);
    spool(state, entry);
    for (const one of claimed) settle(one);
    expect(claimAll(state)).toMatchObject([entry]);
  });

  it("gives again what an uploader that was killed had at hand, and passes over damaged files", () => {
    spool(state, entry);
    claimAll(state);
    writeFileSync(path.join(state.claimed, "upload.damaged.json"), '{"task":"upl');
    expect(claimAll(state)).toMatchObject([entry]);
    expect(readdirSync(state.claimed)).toHaveLength(1);
  });
});

describe("the uploader's lock", () => {
  it("goes to one at a time, and is free again after its release", () => {
    const lock = takeLock(state);
    expect(lock).not.toBeNull();
    expect(takeLock(state)).toBeNull();
    lock?.release();
    expect(existsSync(state.lock)).toBe(false);
    takeLock(state)?.release();
  });

  it.each([
    ["of a process that is gone", "999999999", 0],
    ["that nobody has touched for a minute", String(process.ppid), 60_000],
    ["that was never written", "", 60_000],
  ])("is taken away when it is one %s", (_, pid, ageMs) => {
    mkdirSync(path.dirname(state.lock), { recursive: true });
    writeFileSync(state.lock, pid);
    const touched = new Date(Date.now() - ageMs);
    utimesSync(state.lock, touched, touched);
    const lock = takeLock(state);
    expect(readFileSync(state.lock, "utf8")).toBe(String(process.pid));
    lock?.release();
  });

  it("is left to a living process that has just taken it", () => {
    mkdirSync(path.dirname(state.lock), { recursive: true });
    writeFileSync(state.lock, String(process.ppid));
    expect(takeLock(state)).toBeNull();
  });

  it("waits while the server is away", () => {
    pauseFor(state.pause, 60_000);
    expect(isPaused(state.pause)).toBe(true);
    pauseFor(state.pause, -1);
    expect(isPaused(state.pause)).toBe(false);
  });
});

describe("flags of large results", () => {
  const text = "x".repeat(20_001);

  it.each([
    ["claude-code", "Bash", { stdout: text }],
    ["claude-code", "Read", { type: "text", file: { filePath: "a", content: text } }],
    ["claude-code", "mcp__docs__search", [{ type: "text", text }]],
    ["codex", "exec_command", text],
    ["gemini-cli", "run_shell_command", { llmContent: text, returnDisplay: text }],
    ["copilot-cli", "bash", { resultType: "success", textResultForLlm: text }],
  ] as const)("say of %s %s what to do", (client, name, response) => {
    expect(flagOf(client, { name, id: "1", response })).toMatch(
      /^This result has 5,00\d tokens\. .*write it to a file/,
    );
  });

  it("do not count what the agent does not see", () => {
    const flag = (name: string, response: unknown) => flagOf("claude-code", { name, id: "1", response });
    expect(flag("Bash", { stdout: text.slice(1) })).toBeNull();
    expect(flag("Edit", { filePath: "a", newString: text })).toBeNull();
    expect(flag("Read", { file: { base64: text } })).toBeNull();
  });
});

describe("advice", () => {
  it("is told once, and not when it is old", () => {
    const folder = sessionFolder(state, "claude-code", "s1");
    const advice = { why: "The window is full.", command: "context compact", reclaimableTokens: 1_200, atMs: 1_000 };
    keepAdvice(folder, advice);
    expect(takeAdvice(folder, 2_000)).toBe(
      "Context Steward: The window is full. 1,200 tokens of it are proven noise. Say: context compact",
    );
    expect(takeAdvice(folder, 2_000)).toBeNull();
    keepAdvice(folder, advice);
    expect(takeAdvice(folder, 1_000 + 31 * 60_000)).toBeNull();
  });
});

describe("the branch of a folder", () => {
  it("comes from git's files, also in a worktree and below the root; none on a detached HEAD", () => {
    const app = path.join(root, "app");
    mkdirSync(path.join(app, ".git/worktrees/fix"), { recursive: true });
    mkdirSync(path.join(app, "src/deep"), { recursive: true });
    mkdirSync(path.join(root, "fix"));
    writeFileSync(path.join(app, ".git/HEAD"), "ref: refs/heads/feature/login\n");
    writeFileSync(path.join(app, ".git/worktrees/fix/HEAD"), "ref: refs/heads/fix\n");
    writeFileSync(path.join(root, "fix/.git"), `gitdir: ${app}/.git/worktrees/fix\n`);
    expect(branchOf(path.join(app, "src/deep"))).toBe("feature/login");
    expect(branchOf(path.join(root, "fix"))).toBe("fix");
    writeFileSync(path.join(app, ".git/HEAD"), "0123456789012345678901234567890123456789\n");
    expect(branchOf(app)).toBeNull();
    expect(branchOf("D:\\nowhere")).toBeNull();
  });
});

describe("the state folder", () => {
  it("follows each system's own variables", () => {
    expect(stateFolder({ XDG_STATE_HOME: "/s" }, "linux")).toBe(path.join("/s", "context-steward"));
    expect(stateFolder({}, "linux")).toBe(path.join(os.homedir(), ".local", "state", "context-steward"));
    expect(stateFolder({ LOCALAPPDATA: "C:\\L" }, "win32")).toBe(path.join("C:\\L", "context-steward"));
  });

  it("has a folder for each session, whatever clients call theirs", () => {
    expect(sessionFolder(state, "codex", "0199-a")).toBe(path.join(state.sessions, "codex.0199-a"));
    const odd = sessionFolder(state, "codex", "../../C:\\x");
    expect(path.dirname(odd)).toBe(state.sessions);
  });

  it("keeps a log that does not grow for ever, one line a fault", () => {
    for (let at = 0; at < 400; at++) note(state, `fault ${at}\n${"x".repeat(2_000)}`);
    expect(readFileSync(state.log, "utf8").length).toBeLessThan(530_000);
    expect(readFileSync(state.log, "utf8").trim().split("\n").at(-1)).toMatch(/^\S+ fault 399 x+$/);
    expect(existsSync(`${state.log}.1`)).toBe(true);
  });
});

describe("what a session knows already", () => {
  const question = { team: "harbor", project: "billing-api", model: null, branch: "main", windowTokens: null };
  const known = (many: number) =>
    Array.from({ length: many }, (_, at) => ({ ref: `DEC-${at}`, version: "v".repeat(30) }));

  it("is sent whole while it fits a query", () => {
    expect(withKnown(question, known(40))).toEqual({ ...question, known: known(40) });
  });

  it.each([500, 5_000])("is cut to what fits, of %i items", (many) => {
    const sent = withKnown(question, known(many));
    expect(fitsQuery(sent)).toBe(true);
    expect(sent.known.length).toBeGreaterThan(40);
    expect(sent.known).toEqual(known(many).slice(0, sent.known.length));
  });

  it("is left out where the first item is too long by itself", () => {
    expect(withKnown(question, [{ ref: "DEC-1", version: "é".repeat(9_000) }])).toEqual({ ...question, known: [] });
  });
});
