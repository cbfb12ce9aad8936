import { connectChanges, type FileChange } from "@/server/core/connect/changes";
import { CONNECT_GUIDES, type ConnectClient, type ConnectScope, type FilePlace } from "@/server/core/connect/clients";
import { ON_PATH } from "@/server/core/connect/program";
import { isObject } from "@/server/core/transcripts/json";
import { CliFault } from "../fault";
import { readText } from "./files";
import { hasEntry, readJsonc } from "./json-file";
import { fileAt, type Machine } from "./machine";

/** Something that makes a client run our hooks. */
export interface HookSource {
  /** As a sentence names it. */
  readonly name: string;
  /** The command that takes these hooks away. */
  readonly undo: string;
}

/** What `steward connect` writes for a client, in whatever version: enough to look for it. */
export function writtenChanges(client: ConnectClient, scope: ConnectScope): FileChange[] {
  const key = { from: "environment" } as const;
  return connectChanges(client, { scope, server: "http://localhost", key, steward: ON_PATH, shell: "posix" });
}

/** All that makes a client run our hooks here: with more than one source it runs each of them several times. */
export async function hookSources(machine: Machine, client: ConnectClient): Promise<HookSource[]> {
  // In the home folder the project's files are the person's own.
  const scopes = CONNECT_GUIDES[client].scopes.filter((scope) => scope === "user" || machine.project !== machine.home);
  const found = await Promise.all(scopes.map((scope) => inSettings(machine, client, scope)));
  return [...found.flat(), ...(client === "claude-code" ? await inPlugin(machine) : [])];
}

async function inSettings(machine: Machine, client: ConnectClient, scope: ConnectScope): Promise<HookSource[]> {
  const project = scope === "project" ? " --scope project" : "";
  const found = await Promise.all(
    writtenChanges(client, scope).map(async (change) => {
      const file = fileAt(machine, change.place);
      const hooks = change.kind === "json" ? change.entries.filter(({ kind }) => kind === "item") : [];
      const text = hooks.length === 0 ? null : await readable(file);
      const has = text !== null && (await tolerantly(() => hasEntry(file, text, hooks, client), false));
      return has ? [{ name: file, undo: `steward connect ${client}${project} --undo` }] : [];
    }),
  );
  return found.flat();
}

const PLUGIN = /^context-steward@/;
/** The later ones count: Claude Code's settings of a person, of a project, and of a person in a project. */
const PLUGIN_SWITCHES: readonly FilePlace[] = [
  { root: "claude", path: "settings.json" },
  { root: "project", path: ".claude/settings.json" },
  { root: "project", path: ".claude/settings.local.json" },
];

/** Claude Code notes in `enabledPlugins` of its settings which plugins run: `"name@marketplace": true`. */
async function inPlugin(machine: Machine): Promise<HookSource[]> {
  const switches = new Map<string, boolean>();
  for (const place of PLUGIN_SWITCHES) {
    const file = fileAt(machine, place);
    const text = await readable(file);
    const settings = text === null ? null : await tolerantly(() => readJsonc(file, text), null);
    const enabled = isObject(settings) ? settings["enabledPlugins"] : null;
    if (!isObject(enabled)) continue;
    for (const [name, isOn] of Object.entries(enabled)) if (PLUGIN.test(name)) switches.set(name, isOn === true);
  }
  return [...switches].flatMap(([name, isOn]) =>
    isOn ? [{ name: `the plugin ${name}`, undo: `claude plugin uninstall ${name}` }] : [],
  );
}

/** The sentence about hooks that run several times, and what to do; null where all is well. */
export function tellOfSeveral(title: string, sources: readonly HookSource[]): { says: string; remedy: string } | null {
  if (sources.length < 2) return null;
  const names = sources.map(({ name }) => name);
  return {
    says: `${title} runs each hook ${sources.length} times: by ${names.join(" and by ")}.`,
    remedy: `Keep one of them. To take one away: ${sources.map(({ undo }) => undo).join("; or: ")}`,
  };
}

/** What is wrong with a file is said where the file matters. */
function readable(file: string): Promise<string | null> {
  return tolerantly(() => readText(file), null);
}

async function tolerantly<T>(look: () => T | Promise<T>, otherwise: T): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof CliFault) return otherwise;
    throw error;
  }
}
