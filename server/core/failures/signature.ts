import { isErrorLine } from "../retain/lines";

/** What a failed result says went wrong: one line for people, and the same line without what changes between runs. */
export interface ErrorSignature {
  /** The line as it stands, trimmed and cut. */
  readonly line: string;
  /** Equal for the same failure at another place or time; different for another cause. */
  readonly signature: string;
}

const MAX_LINE_CHARACTERS = 240;
/** Results can have megabytes: errors are looked for at both ends. */
const MAX_SCANNED_CHARACTERS = 60_000;

/** Lines that tell where or that it failed, but not why; the line that says why is looked for behind them. */
const NO_CAUSE =
  /^\s*(?:error:?\s*)?(?:exit(?:ed)?(?: with)?(?: status| code)?:?\s*-?\d+|process exited with code -?\d+|command (?:failed|exited)\b.*|npm (?:err!|error)\s*(?:code (?:elifecycle|\d+)|(?:errno|lifecycle|path|command|location|workspace|signal|a complete log|test failed|this is probably not)\b.*)?|error: script "[^"]*" exited with code \d+|make(?:\[\d+\])?: \*\*\* \[.*|fail\s+\S+\.\w+|traceback \(most recent call last\):?|output:?|\S*fail(?:ed|ures?)?\S*:?|[\W_]*)\s*$/i;
/** Counts at the end of a run say how much failed and not what. */
const SUMMARY =
  /^\s*(?:tests?|test files|test suites|suites|snapshots|failures|errors|found|=+)\b.*\d|^\s*[✗✘×]?\s*\d+ (?:failed|failures?|errors?|problems?|tests?)\b|^=+.*=+$|^\s*FAILED \(/i;
/** The end of a Python traceback and of most exceptions: `ValueError: …`, `TypeError [ERR_X]: …`. */
const EXCEPTION =
  /^\s*(?:[\w.]*(?:Error|Exception|Panic|Interrupt|Exit)(?: \[\w+\])?: |thread '.*' panicked at|panic: |fatal: |make(?:\[\d+\])?: \*\*\* [^[]|AssertionError\b)/;
/** What a test runner says in place of an exception. */
const ASSERTED = /^(?:E\s+)?(?:expect\(|assert\b)/;
const CODED = /\berror(?: |\[)?[A-Z]{1,6}\d{2,6}\b|\berror:\s/i;

/** The line that names the cause, by the most telling form first; else the last line, else the exit code. */
export function errorSignature(text: string, exitCode: number | null): ErrorSignature {
  const lines = linesToScan(text);
  const cause = causeOf(lines);
  if (cause !== undefined) {
    const where = fileOf(lines, cause) + failingTest(lines, cause);
    return { line: cut(cause), signature: normalizeError(cause + where) };
  }
  // The last line of ordinary output says nothing about why the program ended; the code does.
  const told =
    exitCode === null ? (lines.findLast((line) => !NO_CAUSE.test(line)) ?? "no message") : `exit code ${exitCode}`;
  return { line: cut(told), signature: normalizeError(told) };
}

/** Assertions and waits of different tests read alike, so the first failing test tells them apart. */
const IN_A_TEST = /assert|expect|panicked|\btime(?:d )?out\b/i;
const FAILING_TEST =
  /^(?:(?:FAIL|✗|✘|×|●|\(fail\)|--- FAIL:|FAILED|\d+\))\s+(.+?)|test (\S+) \.\.\. FAILED)(?:\s+[([]?\d+(?:\.\d+)?\s?m?s[)\]]?)?[\s─]*$/;
const ONLY_A_FILE = /^\S+\.\w+(?:\s+\[[^\]]*\])?$/;

/** The test by its name; its file alone when no line has more. */
function failingTest(lines: readonly string[], cause: string): string {
  if (!IN_A_TEST.test(cause)) return "";
  const names = lines.flatMap((line) => {
    const match = FAILING_TEST.exec(line.slice(0, MAX_LINE_CHARACTERS));
    return match?.[1] ?? match?.[2] ?? [];
  });
  const name = names.find((one) => !ONLY_A_FILE.test(one)) ?? names[0];
  return name === undefined ? "" : ` in ${name}`;
}

/** Linters name the file above its lines, compilers below the message: `12:7 error …`, `--> src/main.rs:14:18`. */
function fileOf(lines: readonly string[], cause: string): string {
  const at = lines.indexOf(cause);
  if (/^\d+:\d+\s/.test(cause)) {
    const file = lines.slice(0, at).findLast((line) => /^\S*\.\w{1,10}$/.test(line));
    return file === undefined ? "" : ` in ${file}`;
  }
  const arrow = /^-->\s+(\S+)/.exec(lines[at + 1] ?? "");
  return arrow ? ` in ${arrow[1]}` : "";
}

function causeOf(lines: readonly string[]): string | undefined {
  const candidates = lines.filter((line) => !NO_CAUSE.test(line) && !SUMMARY.test(line));
  return (
    candidates.find((line) => EXCEPTION.test(line)) ??
    candidates.find((line) => ASSERTED.test(line)) ??
    candidates.find((line) => CODED.test(line) && isErrorLine(line)) ??
    candidates.find((line) => isErrorLine(line))
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with the escape character.
const ANSI = /\u001b\[[0-9;?]*[A-Za-z]/g;

function linesToScan(text: string): string[] {
  const scanned =
    text.length <= MAX_SCANNED_CHARACTERS
      ? text
      : `${text.slice(0, MAX_SCANNED_CHARACTERS / 2)}\n${text.slice(-MAX_SCANNED_CHARACTERS / 2)}`;
  return scanned
    .replace(ANSI, "")
    .split(/\r?\n/)
    .map((line) => line.replace(/<\/?(?:tool_use_error|error|stderr|stdout|output|status|summary)>/g, "").trim())
    .filter((line) => line !== "");
}

function cut(line: string): string {
  return line.length <= MAX_LINE_CHARACTERS ? line : `${line.slice(0, MAX_LINE_CHARACTERS - 1)}…`;
}

/** One row a kind of detail that changes between runs of the same failure; the order counts. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  // Ids that a service makes: a prefix that says what it is, then letters of both cases and digits.
  [/\b([a-z]{2,12}_)(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Z])(?=[A-Za-z0-9]*[a-z])[A-Za-z0-9]{8,64}\b/g, "$1<id>"],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g, "<time>"],
  [/\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g, "<time>"],
  [/\b0x[0-9a-f]+\b/gi, "<hex>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, "<hex>"],
  // A pod is named after its deployment, its rollout and itself.
  [/<hex>-[a-z0-9]{5}\b/g, "<hex>"],
  // A folder says where the checkout is, the file's own name says what failed.
  [/(?:file:\/\/|[A-Za-z]:)?(?:\.{1,2}|~)?(?:[\\/][\w@%+=,.~<>-]+)*[\\/](?=[\w@%+=.~<>-])/g, "<dir>/"],
  [/(?<![\w<])[\w@+.-]+<dir>\//g, "<dir>/"],
  [/[(:[]\d+(?:[:,]\s?\d+)?[)\]]?(?=[\s:)\]]|$)/g, ""],
  [/\bline \d+\b(?:, (?:column|col) \d+)?/gi, "line"],
  [/\b\d+(?:[.,]\d+)*\s?(?:ms|µs|ns|s|sec|seconds?|min|minutes?|[kmg]i?b|bytes)\b/gi, "<n>"],
  [/(?<![A-Za-z_<\d])-?\d+(?:[.,_]\d+)*(?![A-Za-z_>\d])/g, "<n>"],
];

/** Codes whose number is the cause: `exit code 2`, `HTTP 404`, `status 500`. They are kept from the rows above. */
const KEPT_CODE = /\b(exit(?:ed with)? code|exit status|status(?: code)?|http(?:\/[\d.]+)?|errno)(:?\s+)(\d+)\b/gi;

/** A line of minified code tells nothing more behind this. */
const MAX_NORMALIZED_CHARACTERS = 4_000;

/** Idempotent on its own output in all that the fingerprint needs: equal lines stay equal. */
export function normalizeError(line: string): string {
  let text = line
    .slice(0, MAX_NORMALIZED_CHARACTERS)
    .replace(KEPT_CODE, (_all, word: string, gap: string, code: string) => `${word}${gap}${spelled(code)}`);
  for (const [pattern, mark] of VOLATILE) text = text.replace(pattern, mark);
  return text.replace(/\s+/g, " ").trim();
}

/** Digits that follow a letter are part of a name and stay. */
function spelled(code: string): string {
  return `n${code}`;
}
