import { execFile } from "node:child_process";
import { chmod, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { CommandAnswer } from "@/server/core/commands/answer";
import { COMMAND_NAMES, type CommandName } from "@/server/core/commands/args";
import { commandOf } from "@/server/core/commands/table";
import { aSession } from "@/server/services/ingest/testing/session-fixture";
import { usageHere } from "./commands/smart/usage";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
let pages: string;
let loginKey: string;

/** Each run is a process. */
const MANY_RUNS_MS = 120_000;
const BODY = "const amount = priceOf(invoice);\n".repeat(200);

beforeAll(async () => {
  world = await anImportWorld();
  const key = await world.uploader.team.key({ scopes: ["ingest", "read", "context", "record"] });
  loginKey = key.secret;
  await world.logIn({ key: loginKey, project: "billing-api" });
  pages = `${world.server.origin}/${world.uploader.team.slug}/billing-api`;
  const work = aSession("work", { windowTokens: 200_000, title: "Round the invoices" })
    .said("Round the invoices half up")
    .called("TodoWrite", { todos: [{ content: "Round credits", status: "pending" }] }, "ok")
    .read("src/prices.ts", BODY)
    .read("src/prices.ts", BODY)
    .ran("npm test", { exit: 1, out: "FAIL src/prices.test.ts\n\u001b[31mexpected\u001b[0m 200, got 500" })
    .edited("src/prices.ts");
  for (let turn = 0; turn < 14; turn++) work.ran(`git show --stat HEAD~${turn}`);
  await world.uploader.append(work);
  await world.write("app/src/prices.ts", 'import { round } from "./money";\nexport const priceOf = round;\n');
  await world.write("app/src/money.ts", "export function round() {}\n");
  const indexed = await world.steward.run(["index", `${world.folder}/app`, "--project", "billing-api"]);
  expect(indexed).toMatchObject({ code: 0 });
});
afterAll(() => world.close());

const run = (...args: string[]) => world.steward.run(args);
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what must not be there.
const ESCAPES = /\u001b/;

/** Each command of the table once, as it is typed, in an order in which each finds what it needs. */
const LINES: Readonly<Record<CommandName, readonly string[]>> = {
  status: ["status"],
  summarize: ["summarize", "1"],
  handoff: ["handoff", "on", "S-1"],
  priority: ["priority", "src\\prices.ts", "p0"],
  search: ["search", "stale lock"],
  budget: ["budget", "400k", "--session", "1"],
  archive: ["archive", "ctx:work-e10", "--keeping", "200 prices"],
  restore: ["restore", "ctx:work-e10"],
  pin: ["pin", "ctx:work-e10", "because", "the", "prices", "are", "in", "it"],
  unpin: ["unpin", "ctx:work-e10"],
  compact: ["compact", "S-1"],
  prune: ["prune"],
  checkpoint: ["checkpoint", "Mind the credits"],
  resume: ["resume", "1.1"],
  load: ["load", "execute"],
  graph: ["graph", "src/prices.ts"],
  "record decision": ["record", "decision", "Round half up", "--because", "auditors ask for it"],
  "record failure": ["record", "failure", "npm ci hangs", "because", "no_proxy is unset"],
  "check failure": ["check", "failure", "npm ci hangs"],
  decisions: ["decisions", "half"],
  constraints: ["constraints", "src\\prices.ts"],
  preferences: ["preferences"],
  claim: ["claim", "HND-001"],
};

describe("a smart command in a terminal", () => {
  const answers = new Map<string, CommandAnswer>();

  it(
    "answers programs with the contract's answer, each of the table",
    async () => {
      for (const [name, line] of Object.entries(LINES)) {
        const ran = await run(...line, "--json");
        expect([line, ran.err]).toEqual([line, ""]);
        const answer = CommandAnswer.parse(JSON.parse(ran.out));
        expect(answer.command).toBe(name);
        expect([name, ran.code]).toEqual([name, name === "compact" || name === "prune" ? expect.any(Number) : 0]);
        answers.set(name, answer);
      }
      expect([...answers.keys()].sort()).toEqual([...COMMAND_NAMES].sort());
    },
    MANY_RUNS_MS,
  );

  it("did what was typed", () => {
    const data = Object.fromEntries([...answers].map(([name, answer]) => [name, answer.data]));
    expect(data).toMatchObject({
      priority: { path: "src/prices.ts", level: "P0" },
      budget: { window: { tokens: 400_000, source: "told" } },
      archive: { status: "ok", changed: ["ctx:work-e10"] },
      restore: { status: "ok" },
      pin: { status: "ok" },
      unpin: { status: "ok", changed: ["ctx:work-e10"] },
      graph: { path: "src/prices.ts", imports: ["src/money.ts"] },
      claim: { number: 1, status: "claimed" },
    });
    expect(answers.get("resume")?.markdown).toContain("Mind the credits");
    expect(answers.get("check failure")?.markdown).toContain("npm ci hangs");
    expect(answers.get("constraints")?.markdown).toBe("No constraint is in force for `src/prices.ts`.\n");
  });

  it("prints the text alone to standard output, and full addresses beside it", async () => {
    const decided = await run("decisions");
    expect(decided.out).toContain("Round half up");
    expect(decided.err).toContain(`DEC-001  ${pages}/decisions/1\n`);
    const found = await run("context", "search", '"expected 200"');
    expect(`${found.out}${found.err}`).not.toMatch(ESCAPES);
    const coloured = await world.steward.run(["decisions"], { env: { FORCE_COLOR: "1" } });
    expect(coloured.err).toMatch(ESCAPES);
    expect((await world.steward.run(["budget"], { env: { FORCE_COLOR: "1" } })).out).toMatch(ESCAPES);
    const plain = await world.steward.run(["decisions"], { env: { FORCE_COLOR: "1", NO_COLOR: "1", CI: "true" } });
    expect(`${plain.out}${plain.err}`).not.toMatch(ESCAPES);
  });

  it("takes whole phrases", async () => {
    expect((await run("context", "budget", "auto", "on", "S-1", "--json")).out).toContain('"source": "model"');
    expect((await run("context", "check failure npm ci hangs")).out).toContain("npm ci hangs");
    expect(await run("context", "statsu")).toMatchObject({
      code: 2,
      err: "There is no command “statsu”. Did you mean status?\n",
    });
  });

  it("ends with 1 when something was not taken", async () => {
    const refused = await run("restore", "ctx:nowhere");
    expect(refused.code).toBe(1);
    expect(refused.out).toContain("Nothing was restored");
  });
});

describe("wrong use", () => {
  it(
    "ends with 2 and one sentence that names the remedy",
    async () => {
      const lines: [args: string[], says: string][] = [
        [["search"], `search wants words to look for. Write it as: ${usageHere(commandOf("search"))}`],
        [["resume", "--window", "big"], "Give a size in tokens, such as 200k or 1m."],
        [["graph", "src/nowhere.ts"], "The index of this project knows no file or symbol src/nowhere.ts."],
        [["status", "--sesion", "1"], "Unknown option '--sesion'. Did you mean --session?"],
        [["statsu"], "Unknown command 'statsu'. Did you mean status?"],
        [["tried"], "Unknown command 'tried'. Did you mean check failure?"],
        [["record", "decison", "x"], "Unknown command 'decison'. Did you mean decision?"],
        [["check", "failure", "npm ci --force", "--froce"], "Put words that begin with a dash in quotes, behind --."],
      ];
      for (const [args, says] of lines) {
        const ran = await run(...args);
        expect([args, ran.code, ran.out, ran.err]).toEqual([args, 2, "", expect.stringContaining(says)]);
      }
      const away = await run("status", "--server", "http://127.0.0.1:9");
      expect(away.err).toBe("No key is known for http://127.0.0.1:9. Run: steward login http://127.0.0.1:9\n");
    },
    MANY_RUNS_MS,
  );
});

const shell = promisify(execFile);

describe("in a shell", () => {
  const bash = (script: string) =>
    shell("bash", ["-c", script], {
      cwd: world.folder,
      env: { ...process.env, PATH: `${world.folder}:${process.env["PATH"]}`, XDG_CONFIG_HOME: world.steward.settings },
    });

  beforeAll(async () => {
    const file = await world.write("steward", `#!/bin/sh\nexec "${process.execPath}" "${world.steward.bundle}" "$@"\n`);
    await chmod(file, 0o755);
  });

  it("does not crash when the pipe is closed early", async () => {
    const { stdout, stderr } = await bash('steward decisions | true; echo "$PIPESTATUS"');
    expect(stdout).toBe("0\n");
    expect(stderr).not.toContain("EPIPE");
  });

  it("completes in bash, and runs nothing that stands on the line", async () => {
    const marker = path.join(world.folder, "was-run");
    const words = (...all: string[]) =>
      `COMP_WORDS=(${all.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _steward; echo "\${COMPREPLY[*]}"`;
    const { stdout } = await bash(
      [
        "source <(steward completion bash)",
        words("steward", "sta"),
        words("steward", "load", "--stage", "v"),
        words("steward", "record", ""),
        words("steward", "status", "--project", "=", "harbor"),
        words("steward", "import", "stew"),
        words("steward", "search", `$(touch ${marker})`, ""),
        `[ -e ${marker} ] && echo "the line was run"`,
        "true",
      ].join("\n"),
    );
    expect(stdout.split("\n")).toEqual([
      "status",
      "verify",
      "decision failure",
      "harbor-web",
      expect.stringMatching(/\bsteward\.mjs\b/),
      "",
      "",
    ]);
  });

  it("prints a script for each shell, and no other", async () => {
    for (const name of ["bash", "zsh", "fish", "powershell"]) {
      const { code, out } = await run("completion", name);
      expect([name, code, out.includes("steward complete -- ")]).toEqual([name, 0, true]);
    }
    expect(await run("completion", "csh")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Allowed choices are"),
    });
    expect((await bash("steward completion bash | bash -n && echo fine")).stdout).toBe("fine\n");
  });
});

const Report = z.object({
  ok: z.boolean(),
  findings: z.array(
    z.object({
      check: z.string(),
      state: z.enum(["ok", "note", "wrong", "skipped"]),
      says: z.string(),
      remedy: z.string().nullable(),
    }),
  ),
});

describe("steward doctor", () => {
  beforeAll(() =>
    world.intercept(async (request, next) => {
      const asksHealth = new URL(request.url).pathname === "/api/health";
      return asksHealth ? Response.json({ status: "ok", database: "ok" }) : next(request);
    }),
  );
  afterAll(() => world.intercept(null));

  const look = async (...args: string[]) => {
    const ran = await run("doctor", "--json", ...args);
    const report = Report.parse(JSON.parse(ran.out));
    return { code: ran.code, ...report, of: (check: string) => report.findings.find((one) => one.check === check) };
  };

  it("says what is right, and how many sessions are not uploaded", async () => {
    const line = JSON.stringify({
      type: "user",
      uuid: "u1",
      sessionId: "s1",
      timestamp: "2026-06-01T10:00:00.000Z",
      cwd: world.folder,
      message: { role: "user", content: "Hello" },
    });
    await world.write(".claude/projects/p/s1.jsonl", `${line}\n`);
    const before = await look();
    for (const check of ["node", "server"]) expect(before.of(check)).toMatchObject({ state: "ok" });
    expect(before.of("config")).toMatchObject({ state: "ok" });
    expect(before.of("key")).toMatchObject({ state: "ok" });
    expect(before.of("project")).toMatchObject({ state: "note", says: "billing-api, the default of the login." });
    expect(before.of("transcripts of claude-code")).toMatchObject({
      state: "note",
      says: "1 file: 1 not uploaded.",
      remedy: "Run: steward import",
    });
    expect(before.of("spool")).toMatchObject({ state: "ok" });
    expect(await run("import")).toMatchObject({ code: 0 });
    expect((await look()).of("transcripts of claude-code")).toMatchObject({
      state: "ok",
      says: "1 file: all uploaded.",
    });
  });

  it("counts files that were imported into another project than their folder leads to", async () => {
    const { secret } = await world.uploader.team.key({ scopes: ["ingest", "read"], projects: "all" });
    await world.logIn({ key: secret });
    const said = { type: "user", uuid: "o1", sessionId: "other", timestamp: "2026-06-01T10:00:00.000Z" };
    const line = { ...said, cwd: "/home/dev/nowhere", message: { role: "user", content: "Hello" } };
    const file = await world.write(".claude/projects/q/other.jsonl", `${JSON.stringify(line)}\n`);
    const says = async () => (await look()).of("transcripts of claude-code")?.says;
    const before = await says();
    const imported = await run("import", "--project", "harbor-web", file);
    const after = await says();
    await world.logIn({ key: loginKey, project: "billing-api" });
    expect(before).toBe("2 files: 1 that no project takes or nobody can read.");
    expect(imported.code).toBe(0);
    expect(after).toBe("2 files: all uploaded.");
  });

  it("says when a client runs each hook twice", async () => {
    const hooks = { Stop: [{ hooks: [{ type: "command", command: "steward hook claude-code" }] }] };
    const plugins = { "context-steward@context-steward": true };
    const settings = await world.write(".claude/settings.json", JSON.stringify({ hooks, enabledPlugins: plugins }));
    const found = (await look()).of("hooks of claude-code");
    await rm(settings);
    expect(found).toMatchObject({
      state: "note",
      says: `Claude Code runs each hook 2 times: by ${settings} and by the plugin context-steward@context-steward.`,
      remedy: expect.stringContaining("Keep one of them."),
    });
  });

  it("ends with 1 and a remedy when something is wrong", async () => {
    const config = path.join(world.steward.settings, "context-steward/config.json");
    await chmod(config, 0o644);
    const open = await look();
    await chmod(config, 0o600);
    expect(open.code).toBe(1);
    expect(open.of("config")).toMatchObject({ state: "wrong", remedy: `Run: chmod 600 ${config}` });

    const nobody = await run("doctor", "--server", "http://127.0.0.1:9");
    expect(nobody.code).toBe(1);
    expect(nobody.out).toMatch(
      / No key is known for http:\/\/127\.0\.0\.1:9\.\n +Run: steward login http:\/\/127\.0\.0\.1:9\n/,
    );
    expect(nobody.out).not.toMatch(ESCAPES);
  });
});
