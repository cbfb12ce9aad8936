import { execFileSync } from "node:child_process";
import { appendFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ClaudeLines } from "@/server/core/transcripts/testing/claude-lines";
import { CodexLines } from "@/server/core/transcripts/testing/codex-lines";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
beforeAll(async () => {
  world = await anImportWorld();
});
afterEach(async () => {
  world.intercept(null);
  world.calls.length = 0;
  await world.logIn();
});
afterAll(() => world.close());

const run = (...args: string[]) => world.steward.run(["import", "--project", "billing-api", ...args]);
const count = (table: string) => world.uploader.count(table);

const git = (folder: string, ...args: string[]) => execFileSync("git", ["-C", folder, ...args]);

function claude(session: string, cwd = "/home/dev/app") {
  const more = { sessionId: session, cwd };
  return new ClaudeLines().record({
    type: "user",
    message: { role: "user", content: `Begin ${session}` },
    uuid: `${session}-1`,
    ...more,
  });
}

/** A session of `turns` reads; record ids carry the session's name, so that no session is taken for another's copy. */
function session(name: string, turns: number, cwd?: string): string {
  const lines = claude(name, cwd);
  for (let turn = 0; turn < turns; turn++) {
    const more = { sessionId: name, ...(cwd === undefined ? {} : { cwd }) };
    lines.assistant(
      { type: "tool_use", id: `${name}-t${turn}`, name: "Read", input: { file_path: `/home/dev/app/${turn}.ts` } },
      { id: `${name}-m${turn}` },
      { uuid: `${name}-c${turn}`, ...more },
    );
    lines.result(`${name}-t${turn}`, `content ${turn}\n`.repeat(30), { uuid: `${name}-r${turn}`, ...more });
  }
  return lines.toString();
}

describe("steward import", () => {
  it("imports Claude Code with its sub-agents and Codex, and the second time says that nothing changed", async () => {
    const main = new ClaudeLines()
      .prompt("Review it", { sessionId: "main-1", uuid: "main-p" })
      .calls("t1", "Agent", { prompt: "Look", subagent_type: "code-reviewer" }, { sessionId: "main-1", uuid: "main-c" })
      .result("t1", "Looks good", { sessionId: "main-1", uuid: "main-r", toolUseResult: { agentId: "a1" } });
    const side = { sessionId: "main-1", isSidechain: true, agentId: "a1" };
    const agent = new ClaudeLines()
      .prompt("Look", { ...side, uuid: "side-p" })
      .assistant({ type: "text", text: "Looks good" }, { id: "side-m" }, { ...side, uuid: "side-a" });
    await world.write("first/-home-dev-app/main-1.jsonl", main.toString());
    await world.write("first/-home-dev-app/main-1/subagents/agent-a1.jsonl", agent.toString());
    await world.write(
      "first/-home-dev-app/main-1/subagents/agent-a1.meta.json",
      JSON.stringify({ agentType: "code-reviewer" }),
    );
    const codex = new CodexLines()
      .meta()
      .turn()
      .prompt("List")
      .ran("c1", "ls", 0, "a.ts")
      .message("assistant", "One file.")
      .tokens(900, 0, 20, 0);
    await world.write("first/2026/01/05/rollout-2026-01-05T09-00-00-rollout-1.jsonl", codex.toString());

    const first = await run(path.join(world.folder, "first"));
    expect(first).toMatchObject({ code: 0, err: "" });
    const [totals, events, link] = first.out.split("\n");
    expect(totals).toBe("3 files sent, 0 unchanged since the last import.");
    const stored = await count("event");
    expect(events).toBe(`${stored} events accepted, 0 duplicates, 0 rejected.`);
    expect(stored).toBeGreaterThan(7);
    expect(link).toMatch(/^Open the 2 sessions: http:\/\/.+\/billing-api\/sessions$/);
    const threads = await world.uploader.rows(
      "SELECT key, agent FROM thread JOIN session ON session.id = session_id WHERE native_id = 'main-1' ORDER BY key",
    );
    expect(threads).toEqual([
      { key: "a1", agent: "code-reviewer" },
      { key: "main", agent: "main" },
    ]);

    const requests = await world.uploader.rows("SELECT * FROM model_request ORDER BY session_id, seq");
    const second = await run(path.join(world.folder, "first"));
    expect(second).toMatchObject({ code: 0, err: "" });
    expect(second.out).toBe(
      "0 files sent, 3 unchanged since the last import.\n0 events accepted, 0 duplicates, 0 rejected.\n",
    );
    expect(await count("event")).toBe(stored);
    expect(await world.uploader.rows("SELECT * FROM model_request ORDER BY session_id, seq")).toEqual(requests);
  });

  it("finds the call that began a sub-agent whose file does not tell it", async () => {
    const main = new ClaudeLines()
      .prompt("Go", { sessionId: "calls", uuid: "calls-p" })
      .calls(
        "t9",
        "Agent",
        { prompt: "Find the leak", subagent_type: "leak-hunter" },
        { sessionId: "calls", uuid: "calls-c" },
      );
    const agent = new ClaudeLines().prompt("Find the leak", {
      sessionId: "calls",
      isSidechain: true,
      agentId: "b7",
      uuid: "calls-a",
    });
    await world.write("calls/calls.jsonl", main.toString());
    await world.write("calls/calls/subagents/agent-b7.jsonl", agent.toString());
    expect((await run(path.join(world.folder, "calls"))).code).toBe(0);
    const threads = await world.uploader.rows("SELECT agent FROM thread WHERE key = 'b7'");
    expect(threads).toEqual([{ agent: "leak-hunter" }]);
  });

  it("picks up what was appended, also when the last line was torn", async () => {
    const whole = session("grows", 4);
    const cut = whole.length - 100;
    const file = await world.write("grows/grows.jsonl", whole.slice(0, cut));
    const torn = await run(file);
    expect(torn).toMatchObject({
      code: 0,
      err: `1 last line not whole yet. It is left for the next import:\n  ${file}\n`,
    });
    expect((await run(file)).err).toContain("1 last line not whole yet.");
    await appendFile(file, whole.slice(cut));
    await appendFile(file, session("grows", 6).slice(whole.length));
    const rest = await run(file);
    expect(rest).toMatchObject({ code: 0, err: "" });
    expect(rest.out).toContain("1 file sent");
    expect(rest.out).toMatch(/^5 events accepted/m);
    expect((await run(file)).out).toContain("0 files sent, 1 unchanged");
  });

  it("reports a last line that no client goes on with as damaged, and one that is not whole in no folder's way", async () => {
    const whole = session("ends", 1);
    const file = await world.write("ends/ends.jsonl", `${whole}-- the end --`);
    expect((await run(file)).err).toContain(`${file}:4: The line is not complete JSON`);
    const begun = await world.write("begun/begun.jsonl", whole.slice(0, 40));
    expect((await run(begun)).err).toContain("Its first line is not whole yet.");
    const array = await world.write("begun/array.json", `[\n  ${whole.trim().split("\n").join(",\n  ")}\n]`);
    expect((await run(array)).err).not.toContain("not whole");
  });

  it("reads a file that grows meanwhile up to its size, and the rest the next time", async () => {
    const file = await world.write("meanwhile/meanwhile.jsonl", session("meanwhile", 5));
    const grown = session("meanwhile", 8).slice(session("meanwhile", 5).length);
    world.intercept(async (request, next) => {
      if (!request.url.includes("ingest.append")) return next(request);
      world.intercept(null);
      await appendFile(file, grown);
      return next(request);
    });
    expect((await run(file)).out).toMatch(/^11 events accepted/m);
    expect((await run(file)).out).toMatch(/^6 events accepted/m);
  });

  it("starts over for a file that was rewritten, and stores nothing twice", async () => {
    const file = await world.write("rewritten/rewritten.jsonl", session("rewritten", 5));
    await run(file);
    await world.write(
      "rewritten/rewritten.jsonl",
      `${JSON.stringify({ type: "summary", summary: "Renamed", leafUuid: "x" })}\n${session("rewritten", 6)}`,
    );
    expect((await run(file)).out).toMatch(/^2 events accepted, 11 duplicates/m);
  });

  it("sends batches no larger than told", async () => {
    const file = await world.write("batches/batches.jsonl", session("batches", 20));
    const sizes: number[] = [];
    world.intercept(async (request, next) => {
      const response = await next(request);
      const json: { result?: { data?: { results?: unknown[] } | null } } = await response.clone().json();
      if (json.result?.data?.results) sizes.push(json.result.data.results.length);
      return response;
    });
    expect((await run("--batch", "7", file)).out).toMatch(/^41 events accepted/m);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(7);
  });

  it("goes on where a kill -9 stopped it", async () => {
    const file = await world.write("killed/killed.jsonl", session("killed", 60));
    let batches = 0;
    const killed = new Promise<void>((resolve) => {
      world.intercept(async (request, next) => {
        if (request.url.includes("ingest.append") && ++batches === 3) {
          running.kill("SIGKILL");
          resolve();
        }
        return next(request);
      });
    });
    const running = world.steward.start(["import", "--project", "billing-api", "--batch", "10", file]);
    await killed;
    expect((await running.ended).code).toBeNull();
    world.intercept(null);
    const again = await run(file);
    const [, accepted, duplicates] = /^(\d+) events accepted, (\d+) duplicates/m.exec(again.out) ?? [];
    expect(Number(accepted) + Number(duplicates)).toBe(121);
    expect(Number(accepted)).toBeGreaterThan(50);
    const [stored] = await world.uploader.rows("SELECT event_count AS count FROM session WHERE native_id = 'killed'");
    expect(Number(stored?.["count"])).toBe(121);
  });

  it("counts without a server when asked for a dry run", async () => {
    const file = await world.write("dry/dry.jsonl", session("dry", 3));
    const dry = await world.steward.run(["import", "--dry-run", file], { env: { XDG_CONFIG_HOME: world.folder } });
    expect(dry).toEqual({
      code: 0,
      err: "",
      out: `${file}: 7 events of 1 session\n1 file: 7 events of 1 session. Nothing was sent.\n`,
    });
    expect(world.calls).toEqual([]);
  });
});

describe("the project of a session", () => {
  const anywhere = (...args: string[]) => world.steward.run(["import", ...args]);

  it("is told once for many sessions when nobody knows it, with the remedy", async () => {
    for (const name of ["one", "two", "three"])
      await world.write(`unknown/${name}.jsonl`, session(name, 1, "/home/dev/unknown"));
    const before = await count("event");
    const ran = await anywhere(path.join(world.folder, "unknown"));
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("No project is known for: /home/dev/unknown (3 files).");
    expect(ran.err).toContain("steward import --project <slug>");
    expect(ran.err).toContain("steward import --create");
    expect(ran.err.match(/unknown/g)).toHaveLength(1);
    expect(await count("event")).toBe(before);
  });

  it("is the default of the login for what leads nowhere, and the summary says so", async () => {
    await world.logIn({ project: "harbor-web" });
    await world.write("default/lost.jsonl", session("lost", 1, "/home/dev/lost"));
    const ran = await anywhere(path.join(world.folder, "default"));
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toContain("1 session went to harbor-web, the default of this login.");
    const again = await anywhere(path.join(world.folder, "default"));
    expect(again.out).toContain("0 files sent, 1 unchanged");
  });

  it("comes from the git remote, also in a worktree, before the default", async () => {
    await world.logIn({ project: "harbor-web" });
    const root = world.repository("repo", "https://dev:secret@git.example.com/acme/ledger.git");
    await world.write("remote/remote.jsonl", session("remote", 1, root));
    const made = await anywhere("--create", path.join(world.folder, "remote"));
    expect(made).toMatchObject({ code: 0, err: "" });
    expect(made.out).toMatch(/\/ledger\/sessions\/1\n/);
    const worktree = path.join(world.folder, "repo-fix");
    git(
      root,
      "-c",
      "user.name=Dev",
      "-c",
      "user.email=dev@example.org",
      "commit",
      "--quiet",
      "--allow-empty",
      "-m",
      "Start",
    );
    git(root, "worktree", "add", "--quiet", worktree);
    await world.write("remote/second.jsonl", session("second", 1, worktree));
    const ran = await anywhere(path.join(world.folder, "remote"));
    expect(ran.out).toMatch(/1 file sent, 1 unchanged/);
    expect(ran.out).toMatch(/\/ledger\/sessions\/2\n/);
    const sources = await world.uploader.rows("SELECT value FROM project_source");
    expect(JSON.stringify(sources)).not.toContain("secret");
  });

  it("comes from .steward.json before the remote, and stays when the session changes its folder", async () => {
    const root = world.repository("told", "https://git.example.com/acme/told.git");
    await world.write("told/.steward.json", JSON.stringify({ project: "harbor-web" }));
    const moved =
      session("moved", 1, path.join(root, "packages/a")) +
      session("moved", 2, "/home/dev/elsewhere").slice(session("moved", 1, "/home/dev/elsewhere").length);
    await world.write("moved/moved.jsonl", moved);
    const ran = await anywhere(path.join(world.folder, "moved"));
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toMatch(/\/harbor-web\/sessions\/\d+\n/);
    expect(ran.out).toMatch(/^5 events accepted/m);
  });

  it("is refused when .steward.json names none, and when the slug is unknown", async () => {
    await world.logIn({ project: "harbor-web" });
    await world.write("broken/.steward.json", "{}");
    const file = await world.write("broken/s.jsonl", session("broken", 1, path.join(world.folder, "broken")));
    expect(await anywhere(file)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\.steward\.json names no project/),
    });
    await world.write("broken/.steward.json", JSON.stringify({ project: "nowhere" }));
    expect(await anywhere(file)).toMatchObject({
      code: 1,
      err: expect.stringContaining("No project is known for: nowhere (1 file)."),
    });
    const wrong = await anywhere("--project", "nowhere", file);
    expect(wrong).toMatchObject({ code: 2, out: "" });
    expect(wrong.err).toBe(
      "This key reaches no project nowhere. It reaches: billing-api, harbor-web, ledger. Add --create to make it.\n",
    );
  });
});

const corpus = process.env["STEWARD_CORPUS"];
describe.skipIf(!corpus)("the recorded sessions of STEWARD_CORPUS", () => {
  it("add nothing when they are imported again", { timeout: 300_000 }, async () => {
    const folders = ["claude-code", "codex", "pi", "swe-agent"].map((name) => path.join(corpus ?? "", name));
    folders.push(path.join(corpus ?? "", "opencode/*.json"));
    const first = await run(...folders);
    expect(first.err).not.toMatch(/Not imported|Left out|Rejected/);
    const events = await count("event");
    const second = await run(...folders);
    expect(second.out).toMatch(/^0 files sent, \d+ unchanged/);
    expect(second.out).toMatch(/^0 events accepted, 0 duplicates, 0 rejected/m);
    expect(await count("event")).toBe(events);
  });
});
if (!corpus) console.info("STEWARD_CORPUS is not set: the import of recorded sessions was skipped.");
