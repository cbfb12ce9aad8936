import type { ConnectClient, ConnectScope, FilePlace } from "./clients";
import { claudeHooks, codexHooks, copilotHooks, cursorHooks, geminiHooks, type HookEntry } from "./hooks";
import { codexMcp, KEY_VARIABLE, MCP_NAME, type McpPlace, mcpEntry } from "./mcp";
import { piExtension } from "./pi-extension";
import type { ShellKind, StewardProgram } from "./program";
import { SKILL_NAME, skillText } from "./skill";

/** One place in a JSON file. */
export type JsonEntry =
  /** Ours alone, such as the server's entry under its name. `inside` moves it where the file already has that object. */
  | { readonly kind: "value"; readonly path: readonly string[]; readonly value: unknown; readonly inside?: Inside }
  /** An item of a list that others use too. */
  | { readonly kind: "item"; readonly path: readonly string[]; readonly value: unknown }
  /** What the format demands; set only where it is absent. */
  | { readonly kind: "default"; readonly path: readonly string[]; readonly value: unknown };

/** OpenCode 2 keeps its servers one level deeper and turns `enabled` around. */
interface Inside {
  readonly object: readonly string[];
  readonly path: readonly string[];
  readonly value: unknown;
}

export type FileChange = { readonly place: FilePlace } & (
  | { readonly kind: "json"; readonly entries: readonly JsonEntry[]; readonly holdsKey: boolean }
  /** A block between two marks, at the end of a TOML file, or at its start, where keys without a table have to be. */
  | { readonly kind: "toml"; readonly blocks: readonly TomlBlock[]; readonly holdsKey: boolean }
  /** A file of our own. */
  | { readonly kind: "text"; readonly text: string }
);

export interface TomlBlock {
  readonly at: "start" | "end";
  readonly body: string;
}

export interface ConnectPlan extends McpPlace {
  readonly scope: ConnectScope;
  readonly steward: StewardProgram;
  readonly shell: ShellKind;
  /** Codex before it had hooks: `notify` in its place. */
  readonly useNotify?: boolean;
}

/**
 * All files that connect a client, with what each of them gets. A plan for the files of a project must not have the key
 * as a value: such files are committed.
 */
export function connectChanges(client: ConnectClient, plan: ConnectPlan): FileChange[] {
  if (plan.scope === "project" && plan.key.from === "value") throw new Error("A project's files never hold the key.");
  return MAKERS[client](plan);
}

type Maker = (plan: ConnectPlan) => FileChange[];

const inProject = (path: string): FilePlace => ({ root: "project", path });
const byScope = ({ scope }: ConnectPlan, user: FilePlace, project: string): FilePlace =>
  scope === "user" ? user : inProject(project);

function json(place: FilePlace, entries: readonly JsonEntry[], holdsKey = false): FileChange {
  return { kind: "json", place, entries, holdsKey };
}

const items = (hooks: readonly HookEntry[]): JsonEntry[] => hooks.map((hook) => ({ kind: "item", ...hook }));

function server(client: ConnectClient, plan: ConnectPlan, list = "mcpServers"): JsonEntry {
  return { kind: "value", path: [list, MCP_NAME], value: mcpEntry(client, plan) };
}

const holdsKey = ({ key }: ConnectPlan) => key.from === "value";

/** The folder of skills that most clients share. */
function skill(
  plan: ConnectPlan,
  user: FilePlace = { root: "home", path: ".agents/skills" },
  project = ".agents/skills",
) {
  const folder = byScope(plan, user, project);
  const path = `${folder.path}/${SKILL_NAME}/SKILL.md`;
  return { kind: "text", place: { ...folder, path }, text: skillText() } satisfies FileChange;
}

const MAKERS: Readonly<Record<ConnectClient, Maker>> = {
  "claude-code": (plan) => [
    json(
      byScope(plan, { root: "claude", path: "settings.json" }, ".claude/settings.json"),
      items(claudeHooks(plan.steward)),
    ),
    json(
      byScope(plan, { root: "claude-json", path: ".claude.json" }, ".mcp.json"),
      [server("claude-code", plan)],
      holdsKey(plan),
    ),
    skill(plan, { root: "claude", path: "skills" }, ".claude/skills"),
  ],
  codex: (plan) => [
    ...(plan.useNotify
      ? []
      : [
          json(
            byScope(plan, { root: "codex", path: "hooks.json" }, ".codex/hooks.json"),
            items(codexHooks(plan.steward, plan.shell)),
          ),
        ]),
    {
      kind: "toml",
      place: byScope(plan, { root: "codex", path: "config.toml" }, ".codex/config.toml"),
      blocks: [
        ...(plan.useNotify ? [{ at: "start", body: codexNotify(plan.steward) } as const] : []),
        { at: "end", body: codexMcp(plan) },
      ],
      holdsKey: holdsKey(plan),
    },
    skill(plan),
  ],
  "gemini-cli": (plan) => [
    json(
      byScope(plan, { root: "home", path: ".gemini/settings.json" }, ".gemini/settings.json"),
      [...items(geminiHooks(plan.steward, plan.shell)), server("gemini-cli", plan)],
      holdsKey(plan),
    ),
    skill(plan),
  ],
  cursor: (plan) => [
    json(byScope(plan, { root: "home", path: ".cursor/hooks.json" }, ".cursor/hooks.json"), [
      { kind: "default", path: ["version"], value: 1 },
      ...items(cursorHooks(plan.steward, plan.shell)),
    ]),
    json(
      byScope(plan, { root: "home", path: ".cursor/mcp.json" }, ".cursor/mcp.json"),
      [server("cursor", plan)],
      holdsKey(plan),
    ),
    skill(plan),
  ],
  "copilot-cli": (plan) => [
    json(byScope(plan, { root: "copilot", path: "hooks/context-steward.json" }, ".github/hooks/context-steward.json"), [
      { kind: "default", path: ["version"], value: 1 },
      ...items(copilotHooks(plan.steward)),
    ]),
    // Its list of servers is the user's own; a project has none.
    ...(plan.scope === "user"
      ? [json({ root: "copilot", path: "mcp-config.json" }, [server("copilot-cli", plan)], holdsKey(plan))]
      : []),
    skill(plan),
  ],
  opencode: (plan) => [
    json(
      byScope(plan, { root: "opencode", path: "opencode.json" }, "opencode.json"),
      [openCodeServer(plan)],
      holdsKey(plan),
    ),
    skill(plan),
  ],
  cline: (plan) => [
    json(
      { root: "vscode", path: "saoudrizwan.claude-dev/settings/cline_mcp_settings.json" },
      [server("cline", plan)],
      holdsKey(plan),
    ),
    skill(plan),
  ],
  roo: (plan) => [
    json(
      byScope(plan, { root: "vscode", path: "rooveterinaryinc.roo-cline/settings/mcp_settings.json" }, ".roo/mcp.json"),
      [server("roo", plan)],
      holdsKey(plan),
    ),
    skill(plan),
  ],
  pi: (plan) => [
    {
      kind: "text",
      place: byScope(plan, { root: "pi", path: "extensions/context-steward.ts" }, ".pi/extensions/context-steward.ts"),
      text: piExtension(plan.steward),
    },
    skill(plan, { root: "pi", path: "skills" }, ".pi/skills"),
  ],
  openhands: (plan) => [
    json({ root: "home", path: ".openhands/mcp.json" }, [server("openhands", plan)], holdsKey(plan)),
    skill(plan),
  ],
  aider: () => [],
};

function openCodeServer(plan: ConnectPlan): JsonEntry {
  const { enabled: _, ...entry } = mcpEntry("opencode", plan);
  return {
    ...server("opencode", plan, "mcp"),
    kind: "value",
    inside: { object: ["mcp", "servers"], path: ["mcp", "servers", MCP_NAME], value: entry },
  };
}

function codexNotify({ program, args }: StewardProgram): string {
  return `notify = ${JSON.stringify([program, ...args, "hook", "codex"])}\n`;
}

/** Whether the files need the variable with the key to be set where the client starts. */
export function needsKeyVariable(changes: readonly FileChange[]): boolean {
  return changes.some((change) => change.kind !== "text" && textOf(change).includes(KEY_VARIABLE));
}

/** What a new file of this change would say; what a person pastes who does it by hand. */
export function textOf(change: FileChange): string {
  if (change.kind === "text") return change.text;
  if (change.kind === "toml") return change.blocks.map(({ body }) => body).join("\n");
  const root: Record<string, unknown> = {};
  for (const entry of change.entries) putAt(root, entry);
  return `${JSON.stringify(root, null, 2)}\n`;
}

function putAt(root: Record<string, unknown>, { kind, path, value }: JsonEntry): void {
  let at = root;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    const inner: Record<string, unknown> = isRecord(next) ? next : {};
    at[name] = inner;
    at = inner;
  }
  const last = path.at(-1) ?? "";
  const known = at[last];
  at[last] = kind === "item" ? [...(Array.isArray(known) ? known : []), value] : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
