import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parseCommand } from "../commands/parse";
import { COMMANDS } from "../commands/table";
import { type ConnectPlan, connectChanges, needsKeyVariable, textOf } from "./changes";
import { CONNECT_CLIENTS, CONNECT_GUIDES } from "./clients";
import { bundleAt, hookClientOf, ON_PATH, shellLine } from "./program";
import { skillText } from "./skill";

const KEY = "cst_0123456789abcdefghij";
const byValue: ConnectPlan = {
  scope: "user",
  server: "https://steward.test",
  key: { from: "value", key: KEY },
  steward: bundleAt("/opt/my tools/steward.mjs"),
  shell: "posix",
};
const byName: ConnectPlan = { ...byValue, scope: "project", key: { from: "environment" }, steward: ON_PATH };

const connectable = CONNECT_CLIENTS.filter((client) => CONNECT_GUIDES[client].scopes.length > 0);

describe("what connects a client", () => {
  it.each(connectable)("of %s is a skill, and whatever else it can take", (client) => {
    const { hasMcp, upload } = CONNECT_GUIDES[client];
    const changes = connectChanges(client, byValue);
    const all = changes.map(textOf).join("\n");
    expect(changes.at(-1)?.place.path).toMatch(/context-steward\/SKILL\.md$/);
    expect(all.includes("https://steward.test/api/mcp")).toBe(hasMcp);
    expect(hookClientOf(changes.map((change) => (change.kind === "json" ? change.entries : [])))).toBe(
      upload === "hooks" ? client : null,
    );
  });

  it("of a project is in the project's folder, without the key and without paths of one machine", () => {
    for (const client of connectable.filter((one) => CONNECT_GUIDES[one].scopes.includes("project"))) {
      const changes = connectChanges(client, byName);
      expect(changes.map(({ place }) => place.root)).toEqual(changes.map(() => "project"));
      expect(changes.map(textOf).join("\n")).not.toContain(KEY);
      expect(changes.map(textOf).join("\n")).not.toContain("/opt");
      expect(() => connectChanges(client, { ...byValue, scope: "project" })).toThrow("never hold the key");
    }
  });

  it("says when the variable with the key has to be set", () => {
    const needed = (client: (typeof CONNECT_CLIENTS)[number], plan: ConnectPlan) =>
      needsKeyVariable(connectChanges(client, plan));
    expect([needed("claude-code", byName), needed("codex", byName), needed("pi", byName)]).toEqual([true, true, false]);
    expect(needed("claude-code", byValue)).toBe(false);
  });

  it("names the project where one is known", () => {
    const [, server] = connectChanges("claude-code", { ...byName, project: "billing-api" });
    expect(server && JSON.parse(textOf(server))).toEqual({
      mcpServers: {
        steward: {
          type: "http",
          url: "https://steward.test/api/mcp",
          headers: { Authorization: `Bearer \${STEWARD_KEY}`, "x-steward-project": "billing-api" },
        },
      },
    });
  });

  it("is TOML for Codex, with the key in a header or in a variable", () => {
    const tomlOf = (plan: ConnectPlan) => {
      const change = connectChanges("codex", plan).find(({ kind }) => kind === "toml");
      return change && parse(textOf(change));
    };
    expect(tomlOf({ ...byName, project: "p" })).toEqual({
      mcp_servers: {
        steward: {
          url: "https://steward.test/api/mcp",
          bearer_token_env_var: "STEWARD_KEY",
          http_headers: { "x-steward-project": "p" },
        },
      },
    });
    expect(tomlOf({ ...byValue, useNotify: true })).toEqual({
      notify: ["node", "/opt/my tools/steward.mjs", "hook", "codex"],
      mcp_servers: {
        steward: { url: "https://steward.test/api/mcp", http_headers: { Authorization: `Bearer ${KEY}` } },
      },
    });
    expect(connectChanges("codex", { ...byValue, useNotify: true }).some(({ kind }) => kind === "json")).toBe(false);
  });
});

describe("the line of a hook", () => {
  it("quotes what a shell would take apart", () => {
    expect(shellLine(bundleAt("/opt/my tools/it's/steward.mjs"), ["hook", "codex"], "posix")).toBe(
      `node '/opt/my tools/it'\\''s/steward.mjs' hook codex`,
    );
    expect(shellLine(bundleAt("C:\\Users\\Ines Okafor\\steward.mjs"), ["hook", "codex"], "windows")).toBe(
      `node "C:\\Users\\Ines Okafor\\steward.mjs" hook codex`,
    );
    expect(shellLine(ON_PATH, ["hook", "codex"], "windows")).toBe("steward hook codex");
  });

  it.each([
    [{ command: "steward hook cursor" }, "cursor"],
    [{ hooks: [{ command: "node", args: ["C:\\x y\\steward.mjs", "hook", "claude-code"] }] }, "claude-code"],
    [{ command: `node "/a b/steward.mjs" hook codex` }, "codex"],
    [{ command: "npx prettier --write" }, null],
    [{ command: "steward import" }, null],
    [null, null],
  ])("is told from those of others: %j", (entry, client) => {
    expect(hookClientOf(entry)).toBe(client);
  });
});

describe("the skill", () => {
  const text = skillText();
  const [, frontmatter = "", body = ""] = text.split(/^---$/m);

  it("has only the fields that every client knows, within their limits", () => {
    expect([...frontmatter.matchAll(/^(\w+):/gm)].map(([, name]) => name)).toEqual([
      "name",
      "description",
      "license",
      "metadata",
    ]);
    const description = JSON.parse(/^description: (.+)$/m.exec(frontmatter)?.[1] ?? '""');
    expect(description.length).toBeGreaterThan(100);
    expect(description.length).toBeLessThanOrEqual(1_024);
    expect(text.split("\n").length).toBeLessThan(500);
  });

  it("names every command in the form in which it is read", () => {
    for (const { name } of COMMANDS) expect(body).toContain(`\`context ${name}`);
    const phrases = [...text.matchAll(/`steward (context [^`<]+)`/g)].map(([, phrase]) => phrase ?? "");
    expect(phrases).toContain("context budget 200k");
    for (const phrase of phrases) expect(parseCommand(phrase).ok).toBe(true);
  });

  it("says when a result may leave the window, with which of its meaning, and how often to ask", () => {
    const keeping = body.slice(body.indexOf("## What leaves the window"));
    for (const rule of [/in doubt, keep it/i, /boundar/, /keeping <what still matters>/, /never guess/, /once more/]) {
      expect(keeping).toMatch(rule);
    }
    expect(body).not.toMatch(/large result is no longer needed/);
  });
});
