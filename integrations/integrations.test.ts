import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import packageJson from "@/package.json";
import { type ConnectPlan, connectChanges, textOf } from "@/server/core/connect/changes";
import { CONNECT_CLIENTS, type ConnectClient } from "@/server/core/connect/clients";
import { claudeHooks } from "@/server/core/connect/hooks";
import { bundleAt, ON_PATH } from "@/server/core/connect/program";
import { skillText } from "@/server/core/connect/skill";

/** Text is equal to the byte (`vitest -u` writes it anew); JSON says the same, in the way that the repository is formatted. */
const folder = import.meta.dirname;
/** Variables that Claude Code puts in. */
const variable = (name: string) => `$\{${name}}`;
const written = (file: string, text: string) =>
  file.endsWith(".json")
    ? expect(read(file)).toEqual(JSON.parse(text))
    : expect(text).toMatchFileSnapshot(path.join(folder, file));
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), "utf8"));

/** What a person takes from here by hand: a key in the environment, the command on the PATH. */
const BY_HAND: ConnectPlan = {
  scope: "user",
  server: "http://localhost:3000",
  project: "<your project>",
  key: { from: "environment" },
  steward: ON_PATH,
  shell: "posix",
};

describe("the files of each client", () => {
  it.each(CONNECT_CLIENTS.filter((client) => client !== "claude-code"))(
    "%s has what steward connect writes",
    async (client) => {
      for (const change of connectChanges(client, BY_HAND)) {
        if (change.place.path.endsWith("SKILL.md")) continue;
        await written(`${client}/${path.posix.basename(change.place.path)}`, textOf(change));
      }
    },
  );

  it("gives Codex without hooks its notify", async () => {
    const notify = connectChanges("codex", { ...BY_HAND, useNotify: true }).find(({ kind }) => kind === "toml");
    await written("codex/notify.config.toml", notify ? textOf(notify) : "");
  });

  it("has one skill for all of them", async () => {
    await written("skills/context-steward/SKILL.md", skillText());
    await written("claude-code/skills/context-steward/SKILL.md", skillText());
  });

  it("has the hooks and the server of the plugin, which finds the command itself", async () => {
    const hooks: Record<string, unknown[]> = {};
    for (const { path: at, value } of claudeHooks(bundleAt(`${variable("CLAUDE_PLUGIN_ROOT")}/scripts/steward.mjs`))) {
      hooks[at.at(-1) ?? ""] = [value];
    }
    const description = "Sends the session to Context Steward and starts it with what the team decided.";
    await written("claude-code/hooks/hooks.json", `${JSON.stringify({ description, hooks }, null, 2)}\n`);
    const server = connectChanges("claude-code", {
      ...BY_HAND,
      server: variable("user_config.server_url"),
      project: variable("user_config.project"),
    })[1];
    const text = server ? textOf(server).replace(variable("STEWARD_KEY"), variable("user_config.api_key")) : "";
    await written("claude-code/.mcp.json", text);
  });
});

/** Exec form: `args` makes Claude Code start the program without a shell. */
const CommandHook = z.strictObject({
  type: z.literal("command"),
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  async: z.boolean().optional(),
  timeout: z.int().positive().optional(),
});
const HookFile = z.strictObject({
  description: z.string().optional(),
  hooks: z.record(
    z.string(),
    z.array(z.strictObject({ matcher: z.string().optional(), hooks: z.array(CommandHook).nonempty() })).nonempty(),
  ),
});

/** Events as the clients' documentation lists them. */
const KNOWN_EVENTS: Partial<Record<ConnectClient, readonly string[]>> = {
  "claude-code": [
    ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "SubagentStart"],
    ...["SubagentStop", "Stop", "PreCompact", "PostCompact", "SessionEnd"],
  ],
  codex: [
    ...[
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PermissionRequest",
      "PostToolUse",
      "PreCompact",
      "PostCompact",
    ],
    ...["SubagentStart", "SubagentStop", "Stop", "SessionEnd", "Interrupt"],
  ],
};

describe("the plugin of Claude Code", () => {
  it("is found by the marketplace of this repository", () => {
    const root = path.dirname(folder);
    const Marketplace = z.object({
      name: z.string().regex(/^[a-z0-9-]+$/),
      owner: z.object({ name: z.string().min(1) }),
      plugins: z.array(z.object({ name: z.string(), source: z.string().startsWith("./"), description: z.string() })),
    });
    const { plugins } = Marketplace.parse(read("../.claude-plugin/marketplace.json"));
    const [plugin] = plugins;
    const manifest = z
      .object({
        name: z.string(),
        version: z.string(),
        userConfig: z.record(z.string(), z.object({ type: z.string() })),
      })
      .parse(read(path.relative(folder, path.join(root, plugin?.source ?? "", ".claude-plugin/plugin.json"))));
    expect(plugin?.name).toBe(manifest.name);
    expect(manifest.version).toBe(packageJson.version);
    const used = [...readFileSync(path.join(folder, "claude-code/.mcp.json"), "utf8").matchAll(/user_config\.(\w+)/g)];
    expect(used.map(([, name]) => name).sort()).toEqual(Object.keys(manifest.userConfig).sort());
  });

  it("has hooks in exec form, and none but the start and the end is waited for", () => {
    const { hooks } = HookFile.parse(read("claude-code/hooks/hooks.json"));
    expect(KNOWN_EVENTS["claude-code"]).toEqual(expect.arrayContaining(Object.keys(hooks)));
    const all = Object.entries(hooks).flatMap(([event, groups]) =>
      groups.flatMap((one) => one.hooks.map((hook) => ({ event, ...hook }))),
    );
    expect(all.filter((hook) => !hook.async).map(({ event }) => event)).toEqual(["SessionStart", "SessionEnd"]);
    for (const { args } of all) {
      const script = (args?.[0] ?? "").replace(variable("CLAUDE_PLUGIN_ROOT"), path.join(folder, "claude-code"));
      expect(existsSync(script)).toBe(true);
    }
  });
});

describe("the hooks of Codex", () => {
  it("have the events and the form that it knows", () => {
    const { hooks } = HookFile.parse(read("codex/hooks.json"));
    expect(KNOWN_EVENTS.codex).toEqual(expect.arrayContaining(Object.keys(hooks)));
    // Codex has neither lists of arguments nor asynchronous hooks.
    for (const { args, async } of Object.values(hooks).flatMap((groups) => groups.flatMap((one) => one.hooks))) {
      expect([args, async]).toEqual([undefined, undefined]);
    }
  });
});
