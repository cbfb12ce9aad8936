import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { type Connection, findConnection } from "../config";
import { tellOfSeveral } from "../connect/hook-sources";
import { findInstalled } from "../connect/installed";
import { thisMachine } from "../connect/machine";
import { type Finding, note, ok, skipped, wrong } from "../doctor/finding";
import { checkConfig, checkDatabase, checkNode, checkSpool } from "../doctor/machine";
import { checkKey, checkProject, checkServer, checkVersion, type ServerHealth } from "../doctor/server";
import { checkTranscripts } from "../doctor/transcripts";
import { CliFault } from "../fault";
import { findProjectRoot } from "../index-project/build-index";
import { askGit } from "../index-project/run-git";
import { count, say, style } from "../output";
import { openApi } from "../upload/api";

interface DoctorOptions {
  readonly server?: string;
  readonly json?: boolean;
}

const PATIENCE_MS = 2_000;
const EXIT_FOUND = 1;

export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description(
      "Looks at what must be right for agents to be uploaded and answered, and says what to do where it is not.",
    )
    .option("--server <url>", "another server than the one of the last login")
    .option("--json", "print JSON for programs")
    .addHelpText(
      "after",
      "\nExamples:\n  steward doctor\n  steward doctor --json\n\nExit code 1 when something is wrong. Nothing is changed.",
    )
    .action(doctor);
}

async function doctor(options: DoctorOptions): Promise<void> {
  const here = path.resolve(".");
  const root = await findProjectRoot(here, await askGit(here, "rev-parse", "--show-toplevel"));
  const findings: Finding[] = [];
  // As it goes: the questions to the server take a moment.
  const found = (...more: readonly Finding[]) => {
    findings.push(...more);
    if (!options.json) for (const one of more) print(one);
  };
  found(checkNode(process.versions.node), await checkConfig());
  const connection = await connectionOf(options);
  const health =
    connection instanceof CliFault ? noServer(found, connection) : await askServer(found, connection, root);
  found(...(await checkHooks(root)), checkSpool(Date.now()), checkDatabase(dataFolders(here), health));
  const bad = findings.filter(({ state }) => state === "wrong").length;
  if (bad > 0) process.exitCode = EXIT_FOUND;
  if (options.json) say.line(JSON.stringify({ ok: bad === 0, findings }, null, 2));
  else say.line(bad === 0 ? "Nothing is wrong." : `${count(bad, "thing")} ${bad === 1 ? "is" : "are"} wrong.`);
}

type Found = (...findings: readonly Finding[]) => void;

async function connectionOf({ server }: DoctorOptions): Promise<Connection | CliFault> {
  try {
    return await findConnection(server);
  } catch (error) {
    if (error instanceof CliFault) return error;
    throw error;
  }
}

function noServer(found: Found, { message }: CliFault): null {
  // Most of these sentences end with the remedy.
  const [says = message, remedy = "Run: steward login <server>"] = message.split(/ (?=Run: )/);
  found(wrong("server", says, remedy));
  return null;
}

async function askServer(found: Found, connection: Connection, root: string): Promise<ServerHealth> {
  const { finding, answers, health } = await checkServer(connection.server);
  found(finding);
  if (!answers) {
    found(skipped("key", "The server does not answer."), skipped("project", "The server does not answer."));
    found(...(await checkTranscripts(null)));
    return null;
  }
  found(await checkVersion(connection.server));
  const api = openApi(connection, { totalMs: PATIENCE_MS });
  const { finding: ofKey, key } = await checkKey(api);
  found(ofKey);
  if (key) found(await checkProject(api, connection, root));
  found(...(await checkTranscripts(key && { api, connection, key })));
  return health;
}

/** Clients on this machine, and whether `steward connect` has written what they need. */
async function checkHooks(root: string): Promise<Finding[]> {
  const clients = (await findInstalled(thisMachine(root))).filter(({ isInstalled }) => isInstalled);
  return clients.map(({ client, title, user, project, hooks, fault }) => {
    const check = `hooks of ${client}`;
    if (fault !== null) return wrong(check, fault, `Put the file right, then: steward connect ${client}`);
    const several = tellOfSeveral(title, hooks);
    if (several !== null) return note(check, several.says, several.remedy);
    if (user === "connected" || project === "connected") return ok(check, `${title} is connected.`);
    if (user === "by hand") return note(check, `${title} is connected by hand.`, `How: steward connect ${client}`);
    const remedy = `Run: steward connect ${client}`;
    if (user === "partly") return wrong(check, `${title} is connected in part.`, remedy);
    return note(check, `${title} is not connected.`, remedy);
  });
}

/** Of a server that was started here, or from the checkout that this command belongs to. */
function dataFolders(here: string): string[] {
  const program = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
  return [path.join(here, ".data"), path.join(program, ".data")];
}

const MARKS = { ok: style.good("ok"), note: style.odd("note"), wrong: style.bad("wrong"), skipped: style.dim("-") };

function print({ check, state, says, remedy }: Finding): void {
  const width = "wrong".length;
  const mark = `${MARKS[state]}${" ".repeat(width - (state === "skipped" ? 1 : state.length))}`;
  say.line(`${mark}  ${style.bold(check)}: ${says}`);
  if (remedy !== null) say.line(`${" ".repeat(width)}  ${remedy}`);
}
