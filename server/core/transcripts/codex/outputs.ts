import type { Sha256 } from "../../events/clean";
import type { Outcome } from "../../events/kinds";
import { textOfContent } from "../content";
import { integerAt, isObject, objectAt, parseObject, stringAt } from "../json";

/** A tool's output as it is kept. */
export interface Output {
  text: string;
  exitCode: number | undefined;
  /** Undefined while the process still runs. */
  outcome: Outcome | undefined;
  /** Counted as an error in the report: see {@link flagsError}. */
  isFlagged: boolean;
}

/** How Codex tells in plain text that a call did not do its work. */
const OUTCOME_TEXTS: readonly (readonly [Outcome, RegExp])[] = [
  ["aborted", /^aborted(?: by user)?(?: after|$)/],
  [
    "refused",
    /rejected by (?:the )?user|^(?:exec|patch|command|request)[\w ]* (?:rejected|denied|declined)|user (?:declined|denied|cancelled)/i,
  ],
  ["error", /^[\w. ]+ (?:verification )?failed(?::| )/i],
  ["error", /^(?:error|failed|unsupported call|unknown tool|tool call error)\b/i],
];

const RUNNING = /^(?:Chunk ID: \w+\n)?(?:Wall time: [\d.]+ seconds\n)?Process running with session ID/;
const EXIT_CODE =
  /^(?:Chunk ID: \w+\n)?(?:Wall time: [\d.]+ seconds\n)?Process exited with code (-?\d+)|^Exit code: (-?\d+)/;
/** An id of the chunk and the wall time differ in every run, so that equal outputs would never be equal. */
const VOLATILE_LINES = /^((?:Exit code: -?\d+\n)?)(?:Chunk ID: \w+\n)?(?:Wall time: [\d.]+ seconds\n)?/;

/** Reads `output` of a call: a string, blocks, `{content, success}`, or JSON with `output` and `metadata` in a string. */
export function outputOf(value: unknown, knownExitCode: number | undefined, sha256?: Sha256): Output {
  if (isObject(value) && !Array.isArray(value["content"])) return structuredOutput(value, knownExitCode, sha256);
  const raw = textOfContent(isObject(value) ? value["content"] : value, sha256);
  const packed = raw.startsWith('{"output":') ? parseObject(raw) : null;
  if (packed) {
    const exitCode = integerAt(objectAt(packed, "metadata"), "exit_code") ?? knownExitCode;
    return finish(stringAt(packed, "output") ?? "", exitCode, exitCode !== undefined && exitCode !== 0);
  }
  const told = EXIT_CODE.exec(raw);
  const exitCode = told ? exitCodeOf(told[1] ?? told[2]) : knownExitCode;
  return finish(raw.replace(VOLATILE_LINES, "$1"), exitCode, flagsError(raw), RUNNING.test(raw));
}

/** No system has codes beyond 32 bits; longer numbers are no exit codes. */
function exitCodeOf(digits: string | undefined): number | undefined {
  const code = Number(digits);
  return Number.isSafeInteger(code) ? code : undefined;
}

function structuredOutput(value: Record<string, unknown>, knownExitCode: number | undefined, sha256?: Sha256): Output {
  const inner = outputOf(value["content"] ?? value["output"] ?? value["body"] ?? "", knownExitCode, sha256);
  if (value["success"] !== false) return inner;
  return { ...inner, outcome: inner.outcome === "ok" ? "error" : inner.outcome, isFlagged: true };
}

function finish(text: string, exitCode: number | undefined, isFlagged: boolean, isRunning = false): Output {
  if (isRunning) return { text, exitCode: undefined, outcome: undefined, isFlagged };
  if (exitCode !== undefined) return { text, exitCode, outcome: exitCode === 0 ? "ok" : "error", isFlagged };
  const outcome = OUTCOME_TEXTS.find(([, pattern]) => pattern.test(text.slice(0, 500)))?.[0] ?? "ok";
  return { text, exitCode, outcome, isFlagged };
}

/**
 * Codex has no error flag; what counts as flagged in the report is a non-zero exit code anywhere in the text (a
 * captured terminal may show another program's) and a patch that did not apply. The outcome of the event is stricter
 * about exit codes, since it speaks of this call only.
 */
function flagsError(text: string): boolean {
  return /exited with code -?[1-9]|^Exit code: -?[1-9]/.test(text) || /^apply_patch verification failed/.test(text);
}
