import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;

/**
 * Processor seconds that a process and its children have used, those that ended included; null where /proc is not
 * there. On a machine that others use as well this says more than the clock.
 */
export function cpuSeconds(pid: number): number | null {
  const root = readStat(pid);
  if (!root) return null;
  let ticks = root.own + root.endedChildren;
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat?.parent === pid) ticks += stat.own + stat.endedChildren;
  }
  return ticks / TICKS_PER_SECOND;
}

/** proc(5): the fields behind the name in brackets, which may hold spaces. */
function readStat(pid: number): { parent: number; own: number; endedChildren: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const at = (index: number) => fields[index] ?? 0;
    return { parent: at(1), own: at(11) + at(12), endedChildren: at(13) + at(14) };
  } catch {
    return null;
  }
}
