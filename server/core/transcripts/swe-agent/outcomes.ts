import type { ToolClass } from "../../events/kinds";
import { type Ending, endingOf } from "../message-array/outcome";

/** How SWE-agent and its tools tell that a command did not do its work. */
const FAILURES =
  /^(?:Your (?:proposed )?edit (?:has introduced new syntax error|was not applied)|No replacement was performed|The path .+ does not exist|Invalid `\w+` parameter|File .+ not found|Text not found|EXECUTION TIMED OUT|The command .+ was cancelled because it took|Operation '.+' is not supported|Your (?:output|last output) was not formatted|bash: (?:line \d+: )?[^\n]*(?:command not found|No such file|syntax error)|Usage: |usage: )/;
/** The shell ran a program that ended so. Elsewhere (a search, a read) such lines are what was looked for. */
const CRASH = /^Traceback \(most recent call last\):/m;
const FAILED_TESTS = /^(?:=+ .*\b\d+ (?:failed|errors?)\b.* =+|FAILED \((?:failures|errors)=\d+)/m;
const RUNS_PROGRAMS: ReadonlySet<ToolClass> = new Set(["shell", "test", "build", "other"]);

/** SWE-agent flags no errors: the observation's text has to tell. */
export function observationEnding(observation: string, toolClass: ToolClass | undefined): Ending {
  const text = observation.replace(/^OBSERVATION:\n/, "");
  const ending = endingOf(text, undefined);
  if (ending.outcome !== "ok" || ending.exitCode !== undefined) return ending;
  const isRun = toolClass === undefined || RUNS_PROGRAMS.has(toolClass);
  const failed = FAILURES.test(text) || (isRun && (CRASH.test(text) || FAILED_TESTS.test(text)));
  return failed ? { outcome: "error" } : ending;
}

/** Counted in the report: observations that name an error, whoever made it. The outcome of events is stricter. */
export function namesError(observation: string): boolean {
  return /Error|Traceback/.test(observation);
}
