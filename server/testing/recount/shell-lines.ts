/** A shell line, read as far as the definition of noise asks: what it asked, what it looked at, what it changed. */
interface Simple {
  readonly words: string[];
  /** Files that its output goes to. */
  readonly writes: string[];
  readonly next: string;
}

export interface Look {
  /** The one file or pattern that the line works on. */
  readonly target: string | null;
  readonly paths: string[];
  readonly changes: boolean;
  readonly isRead: boolean;
  /** First and last line that are shown; null is the whole file, an unknown last line is null. */
  readonly range: readonly [number, number | null] | null;
}

export interface Question {
  readonly key: string;
  /** The question without targets and filters. */
  readonly family: string;
  readonly isWhole: boolean;
  readonly folder: string | null;
  /** The exit code of the line is not that of the command. */
  readonly isHidden: boolean;
}

const set = (words: string) => new Set(words.split(" "));
/** Programs that only prepare or report, that only narrow what came before, and that only run another one. */
const SILENT = set("cd export set unset source . echo printf sleep true : pwd date which");
const FILTERS = set("head tail grep rg sed awk less more cat tee wc sort uniq cut tr jq nl");
const WRAPPERS = set("time command exec nohup sudo env npx bunx nice");
const RUNNERS = /^(pnpm (exec|dlx)|yarn (exec|dlx)|npm exec|bun x|(uv|poetry|pipenv) run|bundle exec|python[\d.]* -m)$/;
const MANAGERS = set("npm pnpm yarn bun");
const WITH_SUBCOMMAND = set(
  "npm pnpm yarn bun git cargo go docker kubectl make gradle mvn dotnet pip uv poetry deno next vite prisma gh biome ruff playwright rails mix swift terraform",
);
const CHECK =
  /^(vitest|jest|pytest|tsc|mypy|eslint|ruff|biome|prettier|make|(npm|pnpm|yarn|bun) (test|run (test|lint|build|type))|(go|cargo|deno|dotnet|mix|swift|rails) (test|check|clippy|build|vet))\b/;
const OUTPUT_OPTION =
  /^(-v+|--verbose|-q|--quiet|-s|--silent|--no-color|--(color|reporter|progress|tb)(=.*)?|--pretty)$/;
const FILTER_OPTION = /^(-t|-k|-g|-run|--run|--grep|--filter|--only|-m|-w|-p|--package|--project)$/;

/** One piece of a line, from the position on: an operator, a here-document, a redirection or a word. */
const PIECE =
  /\s*(?:#[^\n]*|(?<op>&&|\|\||\||;|\n|&(?!>))|(?<here><<-?\s*['"]?\w+['"]?[\s\S]*)|(?<redirect>&?\d?[<>]{1,2}&?) ?(?<file>[^\s;|&<>]*)|(?<word>(?:\$\([^)]*\)|\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"?|'[^']*'?|`[^`]*`|[^\s;|&<>"'\\`])+))/y;

/** `bash -lc "…"` runs its last word; the shell around it is no part of the line. */
function innerLine(line: string): string {
  const [only, ...others] = /^\s*(\/\S*\/)?(ba|z)?sh -\w*c /.test(line) ? splitLine(line) : [];
  return others.length === 0 ? (only?.words[2] ?? line) : line;
}

/** Commands between operators; quotes, substitutions and here-documents are respected, nothing is run. */
function splitLine(line: string): Simple[] {
  const done: Simple[] = [];
  let words: string[] = [];
  let writes: string[] = [];
  const close = (next: string) => {
    if (words.length + writes.length > 0) done.push({ words, writes, next });
    words = [];
    writes = [];
  };
  const text = line
    .replace(/\\\n/g, " ")
    .replace(/[^\S\n]*\n/g, "\n")
    .replace(/[^\S\n]+/g, " ");
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(text); match !== null; match = PIECE.exec(text)) {
    const { op, here, redirect, file = "", word } = match.groups ?? {};
    if (op !== undefined) close(op === "\n" ? ";" : op);
    else if (redirect !== undefined && isFile(redirect, file)) writes.push(unquote(file));
    else if (here !== undefined || word !== undefined) words.push(here ?? unquote(word ?? ""));
  }
  close("");
  return done;
}

const isFile = (redirect: string, file: string): boolean =>
  /^[&\d]?>>?$/.test(redirect) && file !== "" && !file.startsWith("/dev/");

const unquote = (word: string): string =>
  word.replace(/"((?:\\[\s\S]|[^"\\])*)"?|'([^']*)'?|\\([\s\S])/g, (_all, double, single, bare) =>
    String(double ?? single ?? bare),
  );

function unwrap(words: readonly string[]): readonly string[] {
  const [first = "", second = ""] = words;
  const options = words.slice(1).findIndex((word) => !word.startsWith("-"));
  if (/^\w+=/.test(first)) return unwrap(words.slice(1));
  if (first === "timeout") return unwrap(words.slice(options + 2));
  if (WRAPPERS.has(first)) return options < 0 ? [] : unwrap(words.slice(options + 1));
  if (RUNNERS.test(`${first} ${second}`)) return unwrap(words.slice(2));
  return words;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** What the line asked, so that a later success can answer an earlier failure. */
export function questionOfLine(line: string): Question | null {
  const pieces = splitLine(innerLine(line));
  const asked: string[][] = [];
  let folder: string | null = null;
  let firstAt = -1;
  for (const [at, piece] of pieces.entries()) {
    const [program = "", ...words] = unwrap(piece.words);
    const name = baseName(program);
    if (name === "cd") folder = words[0] ?? null;
    const filters = pieces[at - 1]?.next === "|" && FILTERS.has(name);
    if (name === "" || SILENT.has(name) || filters) continue;
    if (firstAt < 0) firstAt = at;
    asked.push([name, ...words]);
  }
  if (firstAt < 0) return null;
  const behind = pieces.slice(firstAt, -1).map(({ next }) => next);
  const survives = /set -[a-z ]*o pipefail/.test(line) ? ["&&", "|"] : ["&&"];
  const isHidden = behind.some((operator) => !survives.includes(operator)) || pieces.at(-1)?.next === "&";
  const parts = asked.map(questionOfWords);
  const key = parts.map((part) => part.key).join(" && ");
  const [only] = parts;
  if (parts.length > 1 || only === undefined) return { key, family: key, isWhole: true, folder, isHidden };
  return { ...only, folder, isHidden };
}

function questionOfWords([program = "", ...words]: string[]): Pick<Question, "key" | "family" | "isWhole"> {
  const { head, rest } = splitHead(program, words);
  const { flags, scope } = (CHECK.test(head) ? sortCheck : sortWords)(
    rest.filter((word) => word !== "--").map(plainWord),
  );
  const family = [head, ...flags.sort()].join(" ");
  return { key: `${family} : ${scope.join(" ")}`, family, isWhole: scope.length === 0 };
}

function sortWords(words: readonly string[]) {
  const isFlag = (word: string) => word.startsWith("-");
  return { flags: words.filter(isFlag), scope: words.filter((word) => !isFlag(word)) };
}

/** Output options of a check ask nothing; its filters narrow it. */
function sortCheck(words: readonly string[]) {
  const isValue = (at: number) => FILTER_OPTION.test(words[at - 1] ?? "");
  const told = words.filter((word, at) => isValue(at) || !OUTPUT_OPTION.test(word));
  const { flags, scope } = sortWords(told);
  const filters = flags.filter((flag) => FILTER_OPTION.test(flag.replace(/=.*/, "")));
  return { flags: flags.filter((flag) => !filters.includes(flag)), scope: [...filters, ...scope] };
}

/** `npm t`, `npm test` and `npm run test` are one question. */
function splitHead(program: string, words: readonly string[]): { head: string; rest: readonly string[] } {
  const [first = "", second = ""] = words;
  if (!WITH_SUBCOMMAND.has(program) || first === "" || first.startsWith("-")) return { head: program, rest: words };
  const isRun = MANAGERS.has(program) && first === "run" && second !== "";
  const script = isRun ? second : first;
  if (MANAGERS.has(program) && /^t(est)?$/.test(script))
    return { head: `${program} test`, rest: words.slice(isRun ? 2 : 1) };
  return {
    head: words
      .slice(0, isRun ? 2 : 1)
      .join(" ")
      .replace(/^/, `${program} `),
    rest: words.slice(isRun ? 2 : 1),
  };
}

/** Dates and the folders of temp files say nothing of the question. */
function plainWord(word: string): string {
  if (word.startsWith("<<") || word.length > 1_000) return word;
  return word
    .replace(/(\/private)?(\/tmp|\/var\/tmp|\/var\/folders\/\S+?\/T|\$TMPDIR)\/([^\s/]+\/)*/g, "<tmp>/")
    .replace(/\b\d{4}-\d{2}-\d{2}([T_ -]\d{2}[:.-]?\d{2}([:.-]?\d{2})?(\.\d+)?Z?)?\b|\b1\d{9}(\d{3})?\b/g, "<time>")
    .replace(/^\.\//, "");
}

const NEUTRAL = set("cd echo printf true false export set unset pwd sleep source . exit test [ wait :");
const READERS = set("cat head tail nl less more sed awk");
const LISTERS = set("ls tree find which");
const SEARCHERS = set("rg grep egrep ag");
const CHANGERS = set("rm mv cp touch tee ln rmdir truncate rsync unzip patch dd chmod chown");
const WORKS_ON_FILES = new Set([...READERS, ...LISTERS, ...SEARCHERS, ...CHANGERS]);
const CHANGING =
  /^(git (checkout|switch|reset|restore|merge|pull|rebase|apply|am|clean|cherry-pick|revert|rm|mv|stash(?! (list|show)))|(npm|pnpm|yarn|bun) (i|install|ci|add|remove|update)|(pip3?|uv|cargo|go|brew) (install|add|get|update|sync|fmt)|(prettier|eslint|biome|ruff|gofmt)\b.* (--write|--fix|-w|format)|(sed|perl) (.* )?-\w*i)\b/;

const HERE_DOCUMENT = /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?\n[ \t]*\2(?=\s|$)/g;

/** What the line looks at and changes. A line of several commands has the target that all of them share. */
export function lookOfLine(line: string): Look {
  const looks: Look[] = [];
  let folder: string | null = null;
  let before: Simple | null = null;
  for (const piece of splitLine(innerLine(line).replace(HERE_DOCUMENT, "$3\n"))) {
    const [program = "", ...words] = unwrap(piece.words);
    const name = baseName(program);
    if (name === "cd" && words[0] !== undefined) folder = under(words[0], folder);
    const look = lookOfWords(name, words, piece.writes, folder);
    const narrows = before?.next === "|" ? looks.pop() : undefined;
    if (narrows) looks.push(narrowed(narrows, name, look));
    else if (!NEUTRAL.has(name) || look.changes) looks.push(look);
    before = piece;
  }
  const [only] = looks;
  return looks.length === 1 && only !== undefined ? only : together(looks);
}

function together(looks: readonly Look[]): Look {
  const targets = [...new Set(looks.map((look) => look.target))];
  return {
    target: targets.length === 1 ? (targets[0] ?? null) : null,
    paths: looks.flatMap((look) => look.paths),
    changes: looks.some((look) => look.changes),
    isRead: looks.length > 0 && looks.every((look) => look.isRead),
    range: [1, null],
  };
}

/** What stands behind a pipe narrows the output of what stands before it. */
function narrowed(before: Look, name: string, filter: Look): Look {
  const paths = [...before.paths, ...(filter.changes ? filter.paths : [])];
  const shows = READERS.has(name) && before.range === null ? filter.range : UNKNOWN_PART;
  return {
    ...{ target: before.target, paths, changes: before.changes || filter.changes },
    ...{ isRead: before.isRead && !SEARCHERS.has(name), range: /^(cat|nl)$/.test(name) ? before.range : shows },
  };
}

const UNKNOWN_PART = [1, null] as const;

function lookOfWords(name: string, words: readonly string[], writes: readonly string[], folder: string | null): Look {
  const valued = name === "sed" || name === "awk" ? /^-[ef]$/ : /^-[nABCmetgc]$|^--lines$/;
  const operands = words.filter((word, at) => !word.startsWith("-") && !valued.test(words[at - 1] ?? ""));
  const hasScript = SEARCHERS.has(name) || name === "sed" || name === "awk";
  const places = WORKS_ON_FILES.has(name) ? operands.slice(hasScript ? 1 : 0) : [];
  const paths = places.filter((word) => !/[$`()]/.test(word)).map((word) => under(word, folder));
  const written = writes.map((file) => under(file, folder));
  const changes = written.length > 0 || CHANGERS.has(name) || CHANGING.test([name, ...words].join(" "));
  const isText = written.length > 0 && /^(cat|echo|printf)$/.test(name);
  const target = SEARCHERS.has(name) ? operands[0] : only(isText ? written : paths);
  const isRead = READERS.has(name) && !changes && paths.length > 0 && !paths[0]?.includes("*");
  return { target: target ?? null, paths: [...paths, ...written], changes, isRead, range: rangeOfWords(name, words) };
}

const only = (paths: readonly string[]): string | null => (paths.length === 1 ? (paths[0] ?? null) : null);

function rangeOfWords(name: string, words: readonly string[]): Look["range"] {
  const line = words.join(" ");
  const count = /(?:^| )(?:-n ?|--lines[= ]|-)(\d+)\b/.exec(line)?.[1];
  if (name === "head") return [1, Number(count ?? 10)];
  const part = name === "sed" ? /(?:^| )(\d+)(?:,(\d+))?p(?: |$)/.exec(line) : null;
  if (part) return [Number(part[1]), Number(part[2] ?? part[1])];
  return /^(tail|sed|awk)$/.test(name) ? [1, null] : null;
}

/** One spelling for one path. */
export function under(path: string, folder: string | null): string {
  const whole = path.startsWith("/") || path.startsWith("~") || folder === null ? path : `${folder}/${path}`;
  const kept: string[] = [];
  for (const part of whole.split("/")) {
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return (whole.startsWith("/") ? "/" : "") + kept.join("/") || ".";
}
