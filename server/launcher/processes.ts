import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { errorCode } from "./errors";

/** True while a process with this number runs; a zombie (ended, not yet collected by its parent) counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM"; // It runs, as somebody else.
  }
  return linuxStat(pid)?.state !== "Z";
}

/**
 * What tells this process from a later one that got the same number: its start time. Null when it does not run.
 * Linux gives it in /proc; elsewhere `ps` does.
 */
export function processIdentity(pid: number): string | null {
  if (!isAlive(pid)) return null;
  const stat = linuxStat(pid);
  if (stat) return `${bootId()}:${stat.startTicks}`;
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}

/** The command line of a process, its words apart by NUL; null where the system does not show it. */
export function commandLine(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return null;
  }
}

/** Fields 3 and 22 of /proc/<pid>/stat (proc(5)); the name in field 2 may itself hold spaces and brackets. */
function linuxStat(pid: number): { state: string; startTicks: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", startTicks: fields[19] ?? "" };
  } catch {
    return null;
  }
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
