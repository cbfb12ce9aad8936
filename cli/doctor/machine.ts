import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { readConfig } from "../config";
import { configFile } from "../config-file";
import { CliFault } from "../fault";
import { waiting } from "../hook/spool";
import { type HookState, hookState, readJson } from "../hook/state";
import { isAlive } from "../hook/uploader";
import { count, shortList } from "../output";
import { type Finding, note, ok, skipped, wrong } from "./finding";

/** What can be seen without a server. */

const MIN_NODE = [20, 19] as const;

/** @param version such as `20.19.4`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minMajor, minMinor] = MIN_NODE;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return ok("node", `Node ${version}.`);
  return wrong("node", `Node ${version} is too old.`, `Install Node ${minMajor}.${minMinor} or newer.`);
}

export async function checkConfig(file = configFile(), platform: string = process.platform): Promise<Finding> {
  const check = "config";
  const fromEnvironment = process.env["STEWARD_KEY"] && process.env["STEWARD_SERVER"];
  if (!existsSync(file)) {
    if (fromEnvironment) return ok(check, "Server and key come from STEWARD_SERVER and STEWARD_KEY.");
    return wrong(check, `${file} is not there, so no server is known.`, "Run: steward login <server>");
  }
  try {
    const servers = Object.keys((await readConfig(file)).servers);
    const mode = statSync(file).mode & 0o777;
    if (platform !== "win32" && (mode & 0o077) !== 0) {
      return wrong(check, `${file} holds keys and is open to others (${mode.toString(8)}).`, `Run: chmod 600 ${file}`);
    }
    return ok(check, `${file} knows ${shortList(servers) || "no server"}.`);
  } catch (error) {
    if (!(error instanceof CliFault)) throw error;
    return wrong(check, error.message, "Put it right, or remove it and run: steward login <server>");
  }
}

/** An uploader starts with the next hook, so that only what stays for long is stuck. */
const STUCK_AFTER_MS = 60 * 60 * 1000;

/** Uploads that hooks noted and no uploader has done yet, or that one had at hand when it was killed. */
export function checkSpool(nowMs: number, state: HookState = hookState()): Finding {
  const check = "spool";
  const times = [state.spool, state.claimed].flatMap((folder) =>
    waiting({ ...state, spool: folder }).flatMap(
      (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? [],
    ),
  );
  if (times.length === 0) return ok(check, "Nothing waits to be uploaded.");
  const oldest = Math.min(...times);
  const wait = times.length === 1 ? "waits" : "wait";
  const says = `${count(times.length, "upload")} ${wait} in ${state.spool}, since ${new Date(oldest).toISOString()}.`;
  if (nowMs - oldest < STUCK_AFTER_MS) return note(check, says);
  return wrong(check, says, `Run: steward hook --flush. What went wrong stands in ${state.log}.`);
}

const Lock = z.object({ pid: z.int().positive(), port: z.int() });

/** The embedded database, where this machine is the server: its data folder lies here or beside the program. */
export function checkDatabase(folders: readonly string[], health: "ok" | "unreachable" | null): Finding {
  const check = "database";
  const data = folders.find((folder) => existsSync(path.join(folder, "steward-data.json")));
  if (data === undefined) return skipped(check, "No data folder of a server is here.");
  const holder = Lock.safeParse(readJson(path.join(data, "launcher.lock"))).data;
  if (!holder || !isAlive(holder.pid)) {
    return note(check, `The server of ${data} does not run.`, "To start it: npm run quickstart");
  }
  if (health === "unreachable") {
    const log = path.join(data, "logs", "postgres.log");
    return wrong(check, `The server of ${data} runs, but its database does not answer.`, `Look at ${log}.`);
  }
  return ok(check, `The server of ${data} runs as process ${holder.pid}.`);
}
