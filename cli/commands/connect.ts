import { realpath } from "node:fs/promises";
import path from "node:path";
import { Argument, type Command, Option } from "commander";
import { type ConnectPlan, connectChanges, needsKeyVariable } from "@/server/core/connect/changes";
import {
  CONNECT_CLIENTS,
  CONNECT_GUIDES,
  CONNECT_SCOPES,
  type ConnectClient,
  type ConnectScope,
} from "@/server/core/connect/clients";
import { canReferToKey, KEY_VARIABLE, type KeySource } from "@/server/core/connect/mcp";
import { bundleAt, ON_PATH } from "@/server/core/connect/program";
import { type Connection, findConnection } from "../config";
import { applyFiles } from "../connect/apply";
import { type HookSource, hookSources, tellOfSeveral } from "../connect/hook-sources";
import { findInstalled } from "../connect/installed";
import { type Machine, thisMachine } from "../connect/machine";
import { findMcpProject, projectInFiles } from "../connect/mcp-project";
import { adviseOnModes, planFiles } from "../connect/planned-files";
import { diffText, printDiff, type ShownFile, stateOf } from "../connect/show";
import { applyUndo, planUndo } from "../connect/undo";
import { CliFault } from "../fault";
import { findProjectRoot } from "../index-project/build-index";
import { askGit } from "../index-project/run-git";
import { say } from "../output";
import { decide } from "./decide";
import { slug } from "./options";

interface ConnectOptions {
  readonly scope: ConnectScope;
  readonly project?: string;
  readonly server?: string;
  readonly keyFromEnv?: boolean;
  readonly notify?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly undo?: boolean;
  readonly json?: boolean;
}

export function addConnect(program: Command): void {
  program
    .command("connect")
    .description(
      "Writes a client's hooks, MCP server and skill, after showing what changes. Without a client: says what is here.",
    )
    .addArgument(new Argument("[client]", "the client to connect").choices(CONNECT_CLIENTS))
    .addOption(
      new Option("--scope <scope>", "your own files, or those of this project").choices(CONNECT_SCOPES).default("user"),
    )
    .option("--project <slug>", "the project that the MCP server speaks of", slug)
    .option("--server <url>", "another server than the one of the last login")
    .option("--key-from-env", `write a reference to ${KEY_VARIABLE} in place of the key`)
    .option("--notify", "Codex without hooks: its notify command instead")
    .option("--dry-run", "only show what would change")
    .option("-y, --yes", "write without asking")
    .option("--undo", "put the files back as they were")
    .option("--json", "print JSON for programs")
    .action(connect);
}

async function connect(client: ConnectClient | undefined, options: ConnectOptions): Promise<void> {
  const here = path.resolve(".");
  const root = await findProjectRoot(here, await askGit(here, "rev-parse", "--show-toplevel"));
  const machine = thisMachine(root);
  if (client === undefined) await listClients(machine, options);
  else if (options.undo) await undoClient(machine, client, options);
  else await connectClient(machine, client, options);
}

async function connectClient(machine: Machine, client: ConnectClient, options: ConnectOptions): Promise<void> {
  const guide = CONNECT_GUIDES[client];
  if (guide.scopes.length === 0) {
    print(options, { client, files: [], next: guide.after }, () => guide.after);
    return;
  }
  if (!guide.scopes.includes(options.scope)) {
    throw new CliFault(`${guide.title} has no files for a project. Run: steward connect ${client} --scope user`);
  }
  if (options.scope === "project" && machine.project === machine.home) {
    throw new CliFault("Your home folder is no project. Run it in the project's folder, or without --scope project.");
  }
  const { plan, note } = await planFor(machine, client, options);
  const changes = connectChanges(client, plan);
  const planned = await planFiles(machine, client, changes);
  const isChanged = planned.some((one) => stateOf(one) !== "unchanged");
  if (!options.json) for (const one of planned) if (stateOf(one) !== "unchanged") printDiff(one, plan.key);
  const isDone = await decide(options, isChanged, `Write these files for ${guide.title}?`);
  // Also where nothing changes: entries that were written by hand, or whose record was lost, can be undone from now on.
  if (isDone) await applyFiles(machine, client, options.scope, planned);
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(isDone ? await adviseOnModes(machine, planned) : []),
    ...warnOfSeveral(guide.title, await hookSources(machine, client)),
  ];
  const next = [
    ...notes,
    ...(needsKeyVariable(changes)
      ? [`Set ${KEY_VARIABLE} to your key where ${guide.title} starts; the file only names it.`]
      : []),
    ...guide.after,
  ];
  print(
    options,
    { client, scope: options.scope, written: isDone && isChanged, ...report(planned, plan.key), next },
    () => {
      if (!isChanged) return [`${guide.title} is connected already. Nothing was changed.`, ...notes];
      if (!isDone) return ["Nothing was written."];
      return [
        `${guide.title} is connected to ${plan.server}. To take it back: ${undoLine(client, options.scope)}`,
        ...next,
      ];
    },
  );
}

async function undoClient(machine: Machine, client: ConnectClient, options: ConnectOptions): Promise<void> {
  const { title } = CONNECT_GUIDES[client];
  const plan = await planUndo(machine, client, options.scope);
  const isChanged = plan.files.some((one) => stateOf(one) !== "unchanged");
  if (!options.json) for (const one of plan.files) if (stateOf(one) !== "unchanged") printDiff(one, null);
  const isDone = await decide(options, isChanged, `Put these files back?`);
  if (isDone) await applyUndo(machine, plan);
  const notes = plan.files.flatMap(({ file, note }) => (note === null ? [] : [`${file}: ${note}`]));
  print(options, { client, scope: options.scope, undone: isDone, ...report(plan.files, null), notes }, () => [
    ...notes,
    isDone ? `${title} is disconnected.` : "Nothing was written.",
  ]);
}

async function planFor(
  machine: Machine,
  client: ConnectClient,
  options: ConnectOptions,
): Promise<{ plan: ConnectPlan; note?: string }> {
  const connection = await findConnection(options.server);
  const plan: ConnectPlan = {
    scope: options.scope,
    server: connection.server,
    key: keySource(client, connection, options),
    // Files of a project go to machines where the bundle lies elsewhere.
    steward: options.scope === "project" ? ON_PATH : bundleAt(await ownBundle()),
    shell: machine.platform === "win32" ? "windows" : "posix",
    ...(options.notify && { useNotify: client === "codex" }),
  };
  if (!CONNECT_GUIDES[client].hasMcp) return { plan };
  // In a repository its own folder decides each time anew.
  const kept = options.scope === "user" ? await projectInFiles(machine, connectChanges(client, plan)) : undefined;
  const wish = { told: options.project, kept, scope: options.scope };
  const { project, note } = await findMcpProject(connection, machine.project, wish);
  return { plan: { ...plan, ...(project !== undefined && { project }) }, ...(note !== undefined && { note }) };
}

function keySource(client: ConnectClient, { key }: Connection, { scope, keyFromEnv }: ConnectOptions): KeySource {
  if (scope === "project") return { from: "environment" };
  if (keyFromEnv && !canReferToKey(client)) {
    throw new CliFault(`${CONNECT_GUIDES[client].title} cannot read a key from a variable. Leave out --key-from-env.`);
  }
  return keyFromEnv ? { from: "environment" } : { from: "value", key };
}

/** The file that runs right now: the bundle, wherever it was installed. */
async function ownBundle(): Promise<string> {
  return realpath(new URL(import.meta.url));
}

async function listClients(machine: Machine, options: ConnectOptions): Promise<void> {
  if (options.undo) throw new CliFault("Say which client to disconnect, such as: steward connect claude-code --undo");
  const all = await findInstalled(machine);
  print(options, { clients: all }, () => {
    const found = all.filter(({ isInstalled }) => isInstalled);
    if (found.length === 0) return [`No client was found here. Known are: ${CONNECT_CLIENTS.join(", ")}.`];
    const rows = found.map(({ client, title, user, project, fault }) => {
      const state =
        fault ?? `${user}${project === "connected" || project === "partly" ? `; this project: ${project}` : ""}`;
      return `${client.padEnd(12)} ${title.padEnd(12)} ${state}`;
    });
    const several = found.flatMap(({ title, hooks }) => warnOfSeveral(title, hooks));
    const open = found.filter(({ user }) => user === "not connected" || user === "partly");
    return [...rows, ...several, ...(open[0] ? ["", `To connect one: steward connect ${open[0].client}`] : [])];
  });
}

function warnOfSeveral(title: string, sources: readonly HookSource[]): string[] {
  const several = tellOfSeveral(title, sources);
  return several === null ? [] : [`${several.says} ${several.remedy}`];
}

function undoLine(client: ConnectClient, scope: ConnectScope): string {
  return `steward connect ${client}${scope === "project" ? " --scope project" : ""} --undo`;
}

function report(files: readonly ShownFile[], key: KeySource | null) {
  return {
    files: files.map((one) => ({ file: one.file, state: stateOf(one), diff: diffText(one, key) })),
  };
}

function print({ json }: ConnectOptions, answer: object, lines: () => readonly string[]): void {
  if (json) say.line(JSON.stringify(answer, null, 2));
  else for (const line of lines()) say.line(line);
}
