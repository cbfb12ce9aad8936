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
const SILENT = set("cd pushd popd export set unset source . echo printf sleep true : pwd clear date which");
const FILTERS = set("head tail grep egrep rg sed awk less more cat tee wc sort uniq cut tr jq column nl");
const WRAPPERS = set("time command exec nohup sudo env npx bunx pnpx stdbuf nice unbuffer");
const RUNNERS = set("pnpm,exec pnpm,dlx yarn,exec yarn,dlx npm,exec bun,x uv,run poetry,run pipenv,run bundle,exec");
const MANAGERS = set("npm pnpm yarn bun");
const WITH_SUBCOMMAND = set(
  "npm pnpm yarn bun git cargo go docker kubectl make gradle gradlew mvn dotnet pip pip3 uv poetry deno next vite prisma gh biome ruff playwright vitest rails mix swift terraform",
);
const OWN_COMMANDS = set(
  "test install i ci add remove rm uninstall update up upgrade publish pack init create link why ls list outdated audit config cache dedupe info view version x exec dlx pm",
);
const CHECK =
  /^(vitest|jest|mocha|pytest|tox|rspec|playwright|tsc|mypy|pyright|eslint|ruff|flake8|biome|prettier|make|webpack|rollup|esbuild|((npm|pnpm|yarn|bun) (test|run (test|lint|build|type))|(go|cargo|deno|mix|dotnet|swift) (test|check|clippy|build|vet))\b)/;
const OUTPUT_OPTION =
  /^(-v+|--verbose|-q+|--quiet|-s|--silent|--no-color|--color(=.*)?|--reporter(=.*)?|--tb=.*|--no-header|--pretty|--progress(=.*)?|-r[a-zA-Z]*)$/;
const FILTER_OPTION =
  /^(-t|-k|-g|-run|--run|--grep|--filter|--testNamePattern|--only|-m|-w|-p|--package|--project)(=.*)?$/;

/** Pieces between operators; quotes, substitutions, redirections and here-documents are respected, nothing is run. */
export function splitLine(line: string): Simple[] {
  const done: Simple[] = [];
  let current = { words: [] as string[], writes: [] as string[] };
  const token =
    /\s*(?:#[^\n]*|(?<op>&&|\|\||\||;|\n|&(?!>))|(?<here><<-?\s*['"]?(?<tag>\w+)['"]?[\s\S]*)|(?<redirect>&?\d?[<>]{1,2}&?)\s*(?<file>[^\s;|&<>]*)|(?<word>(?:\$\([^)]*\)|\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"?|'[^']*'?|`[^`]*`|[^\s;|&<>"'\\`])+))/y;
  const text = line
    .replace(/\\\n/g, " ")
    .replace(/[^\S\n]*\n/g, "\n")
    .replace(/[^\S\n]+/g, " ");
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { op, here, redirect, file, word } = match.groups ?? {};
    if (op !== undefined && current.words.length + current.writes.length > 0) {
      done.push({ ...current, next: op === "\n" ? ";" : op });
      current = { words: [], writes: [] };
    } else if (here !== undefined) current.words.push(here);
    else if (redirect?.includes(">") && file && !/&$/.test(redirect) && !file.startsWith("/dev/")) {
      current.writes.push(unquote(file));
    } else if (word !== undefined) current.words.push(unquote(word));
  }
  if (current.words.length + current.writes.length > 0) done.push({ ...current, next: "" });
  return done;
}

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
  if (RUNNERS.has(`${first},${second}`) || (/^python[\d.]*$/.test(first) && second === "-m"))
    return unwrap(words.slice(2));
  return words;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** What the line asked, so that a later success can answer an earlier failure. */
export function questionOfLine(line: string): Question | null {
  const pieces = splitLine(line);
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
  const isCheck = CHECK.test(head);
  const flags: string[] = [];
  const scope: string[] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = plainWord(rest[at] ?? "");
    if (word === "--" || (isCheck && OUTPUT_OPTION.test(word))) continue;
    if (isCheck && FILTER_OPTION.test(word)) scope.push(`${word}=${word.includes("=") ? "" : (rest[++at] ?? "")}`);
    else (word.startsWith("-") ? flags : scope).push(word);
  }
  const family = [head, ...flags.sort()].join(" ");
  return { key: `${family} : ${scope.join(" ")}`, family, isWhole: scope.length === 0 };
}

function splitHead(program: string, words: readonly string[]): { head: string; rest: readonly string[] } {
  const [first = "", second] = words;
  if (!WITH_SUBCOMMAND.has(program) || first === "" || first.startsWith("-")) return { head: program, rest: words };
  if (!MANAGERS.has(program)) {
    const isRun = program === "vitest" && first === "run";
    return { head: isRun ? program : `${program} ${first}`, rest: words.slice(1) };
  }
  const isRun = /^run(-script)?$/.test(first) && second !== undefined;
  const script = isRun ? (second ?? "") : first;
  const isOwn = !isRun && OWN_COMMANDS.has(first);
  const head = /^t(est)?$/.test(script) ? `${program} test` : `${program} ${isOwn ? "" : "run "}${script}`;
  return { head, rest: words.slice(isRun ? 2 : 1) };
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
const READERS = set("cat head tail nl less more sed awk bat");
const LISTERS = set("ls tree find fd which locate");
const SEARCHERS = set("rg grep egrep fgrep ag");
const CHANGERS = set("rm mv cp touch tee ln rmdir truncate install rsync unzip patch dd chmod chown");
const CHANGING =
  /^(git (checkout|switch|reset|restore|merge|pull|rebase|apply|am|clean|cherry-pick|revert|rm|mv|stash(?! (list|show)))|(npm|pnpm|yarn|bun) (i|install|ci|add|remove|rm|uninstall|update|upgrade|link)|(pip3?|poetry|uv|cargo|go|brew) (install|add|remove|get|update|upgrade|lock|sync|fmt)|(prettier|eslint|biome|ruff|gofmt)\b.* (--write|--fix\S*|-w|format)|(sed|perl) (.* )?-\w*i)\b/;

/** What the line looks at and changes. A line of several commands has the target that all of them share. */
export function lookOfLine(line: string): Look {
  const looks: Look[] = [];
  let folder: string | null = null;
  let isPiped = false;
  for (const piece of splitLine(line.replace(/<<-?\s*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?\n[ \t]*\2(?=\s|$)/g, "$3\n"))) {
    const [program = "", ...words] = unwrap(piece.words);
    const name = baseName(program);
    if (name === "cd") folder = words[0] === undefined ? folder : under(words[0], folder);
    const look = lookOfWords(name, words, piece.writes, folder);
    const before = looks.at(-1);
    if (isPiped && before !== undefined) looks[looks.length - 1] = narrowed(before, name, look);
    else if (!NEUTRAL.has(name) || look.changes) looks.push(look);
    isPiped = piece.next === "|";
  }
  const [only] = looks;
  if (looks.length === 1 && only !== undefined) return only;
  const targets = new Set(looks.map((look) => look.target));
  return {
    target: targets.size === 1 ? (only?.target ?? null) : null,
    paths: looks.flatMap((look) => look.paths),
    changes: looks.some((look) => look.changes),
    isRead: looks.length > 0 && looks.every((look) => look.isRead),
    range: [1, null],
  };
}

function narrowed(before: Look, name: string, filter: Look): Look {
  const changes = before.changes || filter.changes;
  const paths = [...before.paths, ...(filter.changes ? filter.paths : [])];
  const isRead = before.isRead && !SEARCHERS.has(name);
  const shows = READERS.has(name) && before.range === null ? filter.range : ([1, null] as const);
  return { ...before, paths, changes, isRead, range: /^(cat|nl)$/.test(name) ? before.range : shows };
}

function lookOfWords(name: string, words: readonly string[], writes: readonly string[], folder: string | null): Look {
  const operands = words.filter(
    (word, at) => !word.startsWith("-") && !/^-[nABCmetgc]$|^--lines$/.test(words[at - 1] ?? ""),
  );
  const named = /^(sed|awk)$/.test(name) || SEARCHERS.has(name) ? operands.slice(1) : operands;
  const places = READERS.has(name) || SEARCHERS.has(name) || CHANGERS.has(name) || LISTERS.has(name) ? named : [];
  const paths = places.filter((word) => !/[$`()]/.test(word)).map((word) => under(word, folder));
  const written = writes.map((file) => under(file, folder));
  const changes = written.length > 0 || CHANGERS.has(name) || CHANGING.test([name, ...words].join(" "));
  const target = SEARCHERS.has(name) ? (operands[0] ?? null) : paths.length === 1 ? (paths[0] ?? null) : null;
  const isText = written.length > 0 && /^(cat|echo|printf)$/.test(name);
  return {
    target: isText ? (written.length === 1 ? (written[0] ?? null) : null) : target,
    paths: [...paths, ...written],
    changes,
    isRead: READERS.has(name) && !changes && paths.length > 0 && !paths[0]?.includes("*"),
    range: rangeOfWords(name, words),
  };
}

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
