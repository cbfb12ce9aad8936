import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CONNECT_CLIENTS, CONNECT_GUIDES, type ConnectClient } from "@/server/core/connect/clients";
import { keepLogin } from "./config";
import { configFile } from "./config-file";
import { type Ran, StewardCommand } from "./testing/run-steward";

const KEY = "cst_0123456789abcdefghijklmnop";
/** Nobody listens there, and no name has to be looked up to know it. */
const SERVER = "http://127.0.0.1:9";

let bundles: string;
let steward: StewardCommand;
/** The home folder of one test, and a project in it. */
let home: string;
let project: string;

beforeAll(async () => {
  bundles = await mkdtemp(path.join(os.tmpdir(), "steward-connect-"));
  steward = await StewardCommand.bundleInto(bundles);
});
afterAll(() => rm(bundles, { recursive: true, force: true }));

beforeEach(async () => {
  home = await mkdtemp(path.join(bundles, "home-"));
  project = path.join(home, "api");
  await mkdir(path.join(project, ".git"), { recursive: true });
  await keepLogin(configFile({ XDG_CONFIG_HOME: path.join(home, ".config") }), SERVER, { key: KEY, team: "harbor" });
});

function run(...args: string[]): Promise<Ran> {
  const env = { HOME: home, XDG_CONFIG_HOME: path.join(home, ".config"), XDG_STATE_HOME: path.join(home, ".state") };
  return steward.run(["connect", ...args], { cwd: project, env });
}

async function put(name: string, text: string): Promise<string> {
  const file = path.join(home, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const text = (name: string) => readFile(path.join(home, name), "utf8");

/** Every file below the home folder with its bytes, but for the login and what the command remembers. */
async function everything(): Promise<Record<string, string>> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)));
  const told = files.filter((file) => !/^\.(state|config\/context-steward|config$)/.test(file)).sort();
  const pairs = told.map(async (file) => [file, await text(file).catch(() => "(folder)")] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** What people have in these files, with comments where the client allows them. */
const EXISTING: Partial<Record<ConnectClient, Record<string, string>>> = {
  "claude-code": {
    ".claude/settings.json":
      '{\n    "model": "opus",\n    "hooks": {\n        "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\n    }\n}',
    ".claude.json": '{"numStartups":3,"mcpServers":{"other":{"type":"http","url":"https://other.test"}}}',
  },
  codex: {
    ".codex/config.toml": '# mine\nmodel = "gpt-5"\n\n[mcp_servers.other]\ncommand = "npx"\n',
    ".codex/hooks.json":
      '{"description":"Ours","hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}\n',
  },
  "gemini-cli": { ".gemini/settings.json": '{\n  // theme\n  "ui": { "theme": "GitHub" },\n  "mcpServers": {}\n}\n' },
  cursor: {
    ".cursor/hooks.json": '{\n\t"version": 1,\n\t"hooks": { "stop": [{ "command": "say done" }] }\n}\n',
    ".cursor/mcp.json": '{\r\n  "mcpServers": {\r\n  }\r\n}\r\n',
  },
  "copilot-cli": { ".copilot/mcp-config.json": '{"mcpServers":{}}' },
  opencode: { ".config/opencode/opencode.json": '{\n  "$schema": "https://opencode.ai/config.json", // keep\n}\n' },
  cline: {
    ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json": '{ "mcpServers": {} }',
  },
};

const connectable = CONNECT_CLIENTS.filter((client) => CONNECT_GUIDES[client].scopes.length > 0);

describe("steward connect", () => {
  it.each(connectable)(
    "writes %s's files, changes nothing the second time, and puts every byte back",
    async (client) => {
      for (const [name, content] of Object.entries(EXISTING[client] ?? {})) await put(name, content);
      const before = await everything();

      const looked = await run(client, "--dry-run");
      expect(looked).toMatchObject({ code: 0, err: "" });
      expect(looked.out).toMatch(/^\+ /m);
      expect(looked.out).not.toContain(KEY);
      expect(await everything()).toEqual(before);

      const connected = await run(client, "--yes");
      expect(connected).toMatchObject({ code: 0, err: "" });
      expect(connected.out).toContain(`${CONNECT_GUIDES[client].title} is connected to ${SERVER}.`);
      expect(connected.out).not.toContain(KEY);
      const after = await everything();
      expect(Object.keys(after).length).toBeGreaterThan(Object.keys(before).length);
      expect(Object.values(after).join("\n").includes(KEY)).toBe(CONNECT_GUIDES[client].hasMcp);

      const again = await run(client, "--yes");
      expect(again.out).toContain("is connected already. Nothing was changed.");
      expect(await everything()).toEqual(after);

      const undone = await run(client, "--undo", "--yes");
      expect(undone).toMatchObject({ code: 0, err: "" });
      expect(await everything()).toEqual(before);
    },
  );

  it("keeps what others have in the same files", async () => {
    for (const [name, content] of Object.entries(EXISTING["claude-code"] ?? {})) await put(name, content);
    await run("claude-code", "--yes");
    const settings = JSON.parse(await text(".claude/settings.json"));
    expect(settings.model).toBe("opus");
    expect(settings.hooks.Stop).toEqual([
      { hooks: [{ type: "command", command: "say done" }] },
      {
        hooks: [
          expect.objectContaining({
            command: "node",
            args: [expect.stringMatching(/steward\.mjs$/), "hook", "claude-code"],
          }),
        ],
      },
    ]);
    expect(JSON.parse(await text(".claude.json"))).toEqual({
      numStartups: 3,
      mcpServers: {
        other: { type: "http", url: "https://other.test" },
        steward: { type: "http", url: `${SERVER}/api/mcp`, headers: { Authorization: `Bearer ${KEY}` } },
      },
    });
  });

  it("warns when the plugin is on as well, or the project's files: each hook would run several times", async () => {
    const plugins = { enabledPlugins: { "context-steward@context-steward": true, "other@market": true } };
    await put(".claude/settings.json", JSON.stringify(plugins));
    const connected = await run("claude-code", "--yes");
    const warning =
      /Claude Code runs each hook 2 times: by .+settings\.json and by the plugin context-steward@context-steward\. Keep one of them\. To take one away: steward connect claude-code --undo; or: claude plugin uninstall context-steward@context-steward/;
    expect(connected.out).toMatch(warning);
    expect((await run()).out).toMatch(warning);
    await run("claude-code", "--scope", "project", "--yes");
    expect((await run()).out).toContain("Claude Code runs each hook 3 times");
    await put("api/.claude/settings.local.json", '{ "enabledPlugins": { "context-steward@context-steward": false } }');
    await run("claude-code", "--scope", "project", "--undo", "--yes");
    expect((await run()).out).not.toContain("runs each hook");
  });

  it("writes references in place of the key into files of a project", async () => {
    const { code, out } = await run("claude-code", "--scope", "project", "--project", "billing-api", "--yes");
    expect([code, out]).toEqual([0, expect.stringContaining("Set STEWARD_KEY to your key where Claude Code starts")]);
    const written = Object.entries(await everything()).filter(([, content]) => content !== "(folder)");
    expect(written.map(([name]) => name)).toEqual([
      "api/.claude/settings.json",
      "api/.claude/skills/context-steward/SKILL.md",
      "api/.mcp.json",
    ]);
    expect(JSON.stringify(written)).not.toContain(KEY);
    expect(JSON.stringify(written)).not.toContain(bundles);
    expect(JSON.parse(await text("api/.mcp.json")).mcpServers.steward.headers).toEqual({
      Authorization: `Bearer \${STEWARD_KEY}`,
      "x-steward-project": "billing-api",
    });
    await run("claude-code", "--scope", "project", "--undo", "--yes");
    expect(Object.keys(await everything())).toEqual(["api", "api/.git"]);
  });

  it("keeps a new file with the key to its owner, and of an old one its mode, saying who can read it", async () => {
    await chmod(await put(".gemini/settings.json", "{}"), 0o640);
    const { out } = await run("gemini-cli", "--yes");
    expect(out).toContain(`Run: chmod 600 '${path.join(home, ".gemini/settings.json")}'`);
    expect((await run("cursor", "--yes")).out).not.toContain("chmod");
    const mode = async (name: string) => ((await stat(path.join(home, name))).mode & 0o777).toString(8);
    expect([await mode(".gemini/settings.json"), await mode(".cursor/mcp.json")]).toEqual(["640", "600"]);
  });

  it("writes where a link leads, and leaves the link", async () => {
    const real = await put("dotfiles/settings.json", "{}\n");
    await mkdir(path.join(home, ".claude"));
    await symlink(real, path.join(home, ".claude/settings.json"));
    await run("claude-code", "--yes");
    expect((await lstat(path.join(home, ".claude/settings.json"))).isSymbolicLink()).toBe(true);
    expect(await text("dotfiles/settings.json")).toContain("claude-code");
  });

  it.each([
    ["a file", ".claude/skills/context-steward/SKILL.md", "notes.md"],
    ["a folder", ".claude/skills", "notes"],
  ])(
    "writes nothing of a project where %s is a link out of it, since a repository may bring one",
    async (_, link, to) => {
      await put("notes.md", "mine\n");
      await mkdir(path.join(home, "notes"));
      await mkdir(path.dirname(path.join(project, link)), { recursive: true });
      await symlink(path.join(home, to), path.join(project, link));
      const before = await everything();
      const { code, err } = await run("claude-code", "--scope", "project", "--yes");
      expect([code, err]).toEqual([2, expect.stringContaining("leads out of the project")]);
      expect(await everything()).toEqual(before);
    },
  );

  it.each([
    ["claude-code", ".claude/settings.json", '{ "model": ', "is no valid JSON at line 1"],
    ["codex", ".codex/config.toml", "model =\n", "is no valid TOML"],
    ["cursor", ".cursor/mcp.json", "[]", "holds no object at its top"],
  ])("leaves everything of %s alone when %s says %j", async (client, name, content, message) => {
    await put(name, content);
    const before = await everything();
    const { code, err } = await run(client, "--yes");
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).toContain(path.join(home, name));
    expect(await everything()).toEqual(before);
  });

  it("writes none of the files when one of them is read-only", async () => {
    await chmod(await put(".claude.json", "{}"), 0o444);
    const before = await everything();
    const { code, err } = await run("claude-code", "--yes");
    expect([code, err]).toEqual([2, expect.stringContaining(".claude.json is read-only. Nothing was written.")]);
    expect(await everything()).toEqual(before);
  });

  it("asks before it writes, and takes no silence for a yes", async () => {
    const { code, err } = await run("claude-code");
    expect([code, err]).toEqual([2, expect.stringContaining("Add --yes to write")]);
    expect(Object.keys(await everything())).toEqual(["api", "api/.git"]);
  });

  it("answers as JSON, with the key masked", async () => {
    const { out } = await run("codex", "--json", "--yes");
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({ client: "codex", scope: "user", written: true });
    expect(answer.files.map(({ state }: { state: string }) => state)).toEqual(["new", "new", "new"]);
    expect(answer.next).toEqual([expect.stringContaining("did not answer"), expect.stringContaining("/hooks")]);
    expect(out).not.toContain(KEY);
  });

  it("says what Aider can do, and that Cline has no files for a project", async () => {
    expect((await run("aider")).out).toContain("steward import .");
    expect((await run("cline", "--scope", "project", "--yes")).err).toContain("Cline has no files for a project.");
  });

  it("needs a login", async () => {
    await rm(path.join(home, ".config/context-steward"), { recursive: true });
    expect((await run("claude-code", "--yes")).err).toContain("Run: steward login");
  });
});

describe("steward connect --undo", () => {
  it("takes out only its own entries of a file that was changed since, and says so", async () => {
    await put(".claude/settings.json", '{\n  "model": "opus"\n}\n');
    await run("claude-code", "--yes");
    const changed = (await text(".claude/settings.json")).replace('"opus"', '"sonnet"');
    await put(".claude/settings.json", changed);
    const { out } = await run("claude-code", "--undo", "--yes");
    expect(out).toContain("It was changed since, so only the entries of Context Steward are taken out.");
    expect(await text(".claude/settings.json")).toBe('{\n  "model": "sonnet"\n}\n');
  });

  it("gives back the first state after a second connect with another key", async () => {
    await put(".cursor/mcp.json", '{"mcpServers":{}}');
    const before = await everything();
    await run("cursor", "--yes");
    await run("cursor", "--yes", "--key-from-env");
    expect(await text(".cursor/mcp.json")).toContain(`\${env:STEWARD_KEY}`);
    await run("cursor", "--undo", "--yes");
    expect(await everything()).toEqual(before);
  });

  it("leaves a skill that another client uses, until that one goes too", async () => {
    await run("codex", "--yes");
    await run("gemini-cli", "--yes");
    expect((await run("codex", "--undo", "--yes")).out).toContain("Gemini CLI uses it too, so it stays.");
    expect(await text(".agents/skills/context-steward/SKILL.md")).toContain("context budget");
    await run("gemini-cli", "--undo", "--yes");
    expect(Object.keys(await everything())).toEqual(["api", "api/.git"]);
  });

  it("says that there is nothing to undo", async () => {
    const { code, err } = await run("codex", "--undo");
    expect([code, err]).toEqual([2, expect.stringContaining("Codex was not connected from here")]);
  });
});

describe("steward connect without a client", () => {
  it("says which clients are here and how far each is connected", async () => {
    await put(".claude/settings.json", "{}");
    await put(".codex/config.toml", "");
    await put(".cursor/mcp.json", "{");
    await run("codex", "--yes");
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(out).toMatch(/^claude-code +Claude Code +not connected$/m);
    expect(out).toMatch(/^codex +Codex +connected$/m);
    expect(out).toMatch(/^cursor +Cursor +.*no valid JSON/m);
    expect(out).not.toContain("Gemini");
    expect(out).toContain("To connect one: steward connect claude-code");
    const { clients } = JSON.parse((await run("--json")).out);
    expect(clients.map(({ client }: { client: string }) => client)).toEqual([...CONNECT_CLIENTS]);
  });
});
