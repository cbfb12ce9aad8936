import { type ShellSegment, splitSegments } from "./shell-segments";

/**
 * What a command is, whatever dressed it up this time: program, subcommand, normalized flags and targets, without
 * environment assignments, `cd`, pipes to filters, output options, times and the folders of temp files. Two commands
 * with one key ask the same question.
 */
export interface Fingerprint {
  readonly key: string;
  /** The key without targets and filters: a run of the family without a scope covers every narrower one. */
  readonly family: string;
  /** Targets and filters that narrow the command; empty is everything. */
  readonly scope: readonly string[];
  /** Folder of the last `cd`. Two different ones are two places, none may be any place. */
  readonly folder: string | null;
  readonly check: CheckClass | null;
  /** The exit code belongs to a filter, an `|| true` or a later command, so a 0 proves nothing. */
  readonly exitHidden: boolean;
}

export type CheckClass = "test" | "typecheck" | "lint" | "build";

/** Commands that only prepare or report. */
const SILENT = new Set([
  "cd",
  "pushd",
  "popd",
  "export",
  "set",
  "unset",
  "source",
  ".",
  "echo",
  "printf",
  "sleep",
  "true",
  ":",
  "pwd",
  "clear",
  "date",
  "which",
]);
const FILTERS = new Set([
  "head",
  "tail",
  "grep",
  "egrep",
  "rg",
  "sed",
  "awk",
  "less",
  "more",
  "cat",
  "tee",
  "wc",
  "sort",
  "uniq",
  "cut",
  "tr",
  "jq",
  "column",
  "nl",
]);
const WRAPPERS = new Set([
  "time",
  "command",
  "exec",
  "nohup",
  "sudo",
  "env",
  "npx",
  "bunx",
  "pnpx",
  "stdbuf",
  "nice",
  "unbuffer",
]);
/** `x exec program` and the like. */
const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["pnpm", ["exec", "dlx"]],
  ["yarn", ["exec", "dlx"]],
  ["npm", ["exec"]],
  ["bun", ["x"]],
  ["uv", ["run"]],
  ["poetry", ["run"]],
  ["pipenv", ["run"]],
  ["bundle", ["exec"]],
]);
const PACKAGE_MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"]);
const WITH_SUBCOMMAND = new Set([
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "git",
  "cargo",
  "go",
  "docker",
  "kubectl",
  "make",
  "gradle",
  "gradlew",
  "mvn",
  "dotnet",
  "pip",
  "pip3",
  "uv",
  "poetry",
  "deno",
  "next",
  "vite",
  "prisma",
  "gh",
  "biome",
  "ruff",
  "playwright",
  "vitest",
  "rails",
  "mix",
  "swift",
  "terraform",
]);

/** Which check a program (with its subcommand) is; the first row that matches counts. */
const CHECKS: readonly { readonly pattern: RegExp; readonly check: CheckClass }[] = [
  { pattern: /^(vitest|jest|mocha|ava|pytest|tox|rspec|phpunit|ctest|nosetests|playwright)\b/, check: "test" },
  {
    pattern:
      /^(npm|pnpm|yarn|bun|go|cargo|deno|dotnet|mvn|gradlew?|make|mix|swift|rails) (test|check|nextest|verify)\b/,
    check: "test",
  },
  { pattern: /^(npm|pnpm|yarn|bun) run test/, check: "test" },
  { pattern: /^(tsc|mypy|pyright|flow|vue-tsc|cargo check)\b/, check: "typecheck" },
  { pattern: /^(npm|pnpm|yarn|bun) run (typecheck|type-check|check-types|types|tsc)\b/, check: "typecheck" },
  {
    pattern: /^(eslint|ruff|flake8|pylint|biome|prettier|stylelint|golangci-lint|rubocop|shellcheck)\b/,
    check: "lint",
  },
  { pattern: /^(cargo clippy|go vet|deno lint)\b/, check: "lint" },
  { pattern: /^(npm|pnpm|yarn|bun) run lint/, check: "lint" },
  { pattern: /^(npm|pnpm|yarn|bun) run build/, check: "build" },
  {
    pattern: /^(cargo|go|next|vite|deno|dotnet|docker|mvn|gradlew?|swift) (build|compile|package|assemble)\b/,
    check: "build",
  },
  { pattern: /^(make|cmake|ninja|webpack|rollup|esbuild|gcc|g\+\+|clang|javac|rustc)\b/, check: "build" },
];

/** Options of checks that change what is printed and not what is checked. */
const OUTPUT_OPTION =
  /^(-v+|--verbose|-q+|--quiet|-s|--silent|--no-color|--color(=.*)?|--reporter(=.*)?|--tb=.*|--no-header|--pretty|--progress(=.*)?|-r[a-zA-Z]*)$/;
const FILTER_OPTION =
  /^(-t|-k|-g|-run|--run|--grep|--filter|--testNamePattern|--test-name-pattern|--testPathPattern|--only|-m|--workspace|-w|-p|--package|--project)(=.*)?$/;
const TAKES_VALUE =
  /^(-t|-k|-g|-run|--run|--grep|--filter|--testNamePattern|--test-name-pattern|--testPathPattern|--only|-m|--workspace|-w|-p|--package|--project)$/;

/** Null when nothing is left that does something. Linear in the command. */
export function fingerprintCommand(command: string): Fingerprint | null {
  const segments = splitSegments(scriptOf(command));
  const kept: Simple[] = [];
  let folder: string | null = null;
  let pipefail = false;
  let hidden = false;
  let piped = false;
  segments.forEach((segment, index) => {
    const simple = simplify(segment);
    const intoPipe = piped;
    piped = segment.operator === "|";
    if (simple.program === "cd") folder = simple.words[0] ?? null;
    if (simple.program === "set" && simple.words.includes("pipefail")) pipefail = true;
    if (SILENT.has(simple.program) || simple.program === "") return;
    if (intoPipe && FILTERS.has(simple.program)) return;
    // What hides the exit code of a later command hides that of the first one too.
    if (kept.length === 0) hidden = hidesExit(segments, index, pipefail);
    kept.push(simple);
  });
  if (kept.length === 0) return null;
  return compose(kept, folder, hidden);
}

/** `bash -lc "npm test"` runs its last word; the shell around it is no part of the question. */
function scriptOf(command: string): string {
  const [only, ...others] = SHELL_CALL.test(command) ? splitSegments(command) : [];
  const at = only?.words.findIndex((word) => /^-[a-z]*c$/.test(word)) ?? -1;
  return (others.length === 0 && at > 0 ? only?.words[at + 1] : undefined) ?? command;
}

const SHELL_CALL = /^\s*(?:\/[\w/]+\/)?(?:ba|z|da|k)?sh\s+-/;

/** What follows decides whose exit code the shell gives back: `&&` keeps a failure visible, nothing else does. */
function hidesExit(segments: readonly ShellSegment[], index: number, pipefail: boolean): boolean {
  for (let at = index; at < segments.length - 1; at++) {
    const operator = segments[at]?.operator;
    if (operator === "&&" || (operator === "|" && pipefail)) continue;
    return true;
  }
  return segments.at(-1)?.operator === "&";
}

interface Simple {
  readonly program: string;
  readonly words: readonly string[];
}

/** Takes off environment assignments, wrappers and runners until the program itself stands first. */
function simplify(segment: ShellSegment): Simple {
  let words = segment.words;
  for (let round = 0; round < 8; round++) {
    const shorter = unwrap(words);
    if (shorter === words) break;
    words = shorter;
  }
  const [first = "", ...rest] = words;
  return { program: first.slice(first.lastIndexOf("/") + 1), words: rest };
}

function unwrap(words: readonly string[]): readonly string[] {
  const [first, second] = words;
  if (first === undefined) return words;
  if (/^[A-Za-z_]\w*=/.test(first)) return words.slice(1);
  if (first === "timeout") return words.slice(1 + countOptions(words) + 1);
  if (WRAPPERS.has(first)) return words.slice(1 + countOptions(words));
  if (second !== undefined && RUNNERS.get(first)?.includes(second)) return words.slice(2);
  if (/^python[\d.]*$/.test(first) && second === "-m") return words.slice(2);
  return words;
}

function countOptions(words: readonly string[]): number {
  let count = 0;
  while (words[count + 1]?.startsWith("-")) count++;
  return count;
}

function compose(kept: readonly Simple[], folder: string | null, exitHidden: boolean): Fingerprint {
  const [only] = kept;
  const parts = kept.map(describe);
  const key = parts.map((part) => part.key).join(" && ");
  const described = parts[0];
  if (kept.length > 1 || only === undefined || described === undefined) {
    const check = parts.find((part) => part.check !== null)?.check ?? null;
    return { key, family: key, scope: [], folder, check, exitHidden };
  }
  const { family, scope, check } = described;
  return { key, family, scope, folder, check, exitHidden };
}

function describe(simple: Simple): { key: string; family: string; scope: string[]; check: CheckClass | null } {
  const { head, rest } = splitHead(simple);
  const check = CHECKS.find((row) => row.pattern.test(head))?.check ?? null;
  const words = rest.filter((word) => word !== "--");
  const { flags, scope } = sortWords(words, check !== null);
  const family = [head, ...flags].join(" ");
  const key = scope.length === 0 ? family : `${family} : ${scope.join(" ")}`;
  return { key, family, scope, check };
}

/**
 * Flags change the question, targets and filters narrow it, and the output options of a check do neither. A check asks
 * the same in any order of its targets; `mv a b` and `mv b a` are two questions.
 */
function sortWords(words: readonly string[], isCheck: boolean): { flags: string[]; scope: string[] } {
  const { flags, scope } = splitWords(words, isCheck);
  return { flags: flags.sort(), scope: isCheck ? scope.sort() : scope };
}

function splitWords(words: readonly string[], isCheck: boolean): { flags: string[]; scope: string[] } {
  const flags: string[] = [];
  const scope: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = normalizeWord(words[at] ?? "");
    const role = isCheck ? roleInCheck(word) : null;
    if (role === "filter") scope.push(`${word}=${TAKES_VALUE.test(word) ? (words[++at] ?? "") : ""}`);
    else if (role === null) (word.startsWith("-") ? flags : scope).push(word);
  }
  return { flags, scope };
}

function roleInCheck(word: string): "output" | "filter" | null {
  if (OUTPUT_OPTION.test(word)) return "output";
  return FILTER_OPTION.test(word) ? "filter" : null;
}

/** `npm t`, `npm test` and `npm run test` are one thing, and so are `yarn x` and `yarn run x`. */
function splitHead({ program, words }: Simple): { head: string; rest: readonly string[] } {
  const [first, second] = words;
  if (!WITH_SUBCOMMAND.has(program) || first === undefined || first.startsWith("-")) {
    return { head: program, rest: words };
  }
  if (PACKAGE_MANAGERS.has(program)) {
    const isRun = first === "run" || first === "run-script";
    if (isRun && second !== undefined) return { head: scriptHead(program, second), rest: words.slice(2) };
    const isOwn = OWN_COMMANDS.has(first) || (program === "bun" && first === "build");
    return { head: isOwn ? `${program} ${first}` : scriptHead(program, first), rest: words.slice(1) };
  }
  if (program === "vitest" && first === "run") return { head: "vitest", rest: words.slice(1) };
  return { head: `${program} ${first}`, rest: words.slice(1) };
}

/** Every package manager has commands of its own beside the scripts of a project. */
const OWN_COMMANDS = new Set(
  "test install i ci add remove rm uninstall update up upgrade publish pack init create link why ls list outdated audit config cache dedupe info view version x exec dlx pm".split(
    " ",
  ),
);

function scriptHead(program: string, name: string): string {
  return name === "t" || name === "test" ? `${program} test` : `${program} run ${name}`;
}

const TIME = /\b\d{4}-\d{2}-\d{2}([T_ -]\d{2}[:.-]?\d{2}([:.-]?\d{2})?(\.\d+)?Z?)?\b|\b1\d{9}(\d{3})?\b/g;
const TEMP_FOLDER = /(\/private)?(\/tmp|\/var\/tmp|\/var\/folders\/\S+?\/T|\$TMPDIR|\$\{TMPDIR\})\/([^\s/]+\/)*/g;

/** Longer words are scripts and data: they are compared as they are. */
const MAX_WORD_CHARACTERS = 1_000;

/** The name of a temp file stays: two scripts in /tmp are two scripts. */
function normalizeWord(word: string): string {
  if (word.startsWith("<<") || word.length > MAX_WORD_CHARACTERS) return word;
  return word.replace(TEMP_FOLDER, "<tmp>/").replace(TIME, "<time>").replace(/^\.\//, "");
}
