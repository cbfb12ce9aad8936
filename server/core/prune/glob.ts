import { fail, ok, type Result } from "../result";

/**
 * Globs over paths, matched in time linear in the path: a set of states moves along it, so no pattern can make the
 * matcher backtrack.
 *
 * A pattern matches at any depth (`STATE.md` also matches `.planning/STATE.md`), unless it starts with `/`. Letter
 * case is ignored, since `claude.md` and `CLAUDE.md` are one file on many disks and protecting too much is the safe
 * side. `*` and `?` stay inside a folder, `**` crosses folders, `[a-z]` and `[!a-z]` are classes, `{a,b}` are
 * alternatives, `\` takes the next character literally. Back slashes in the path count as slashes.
 */
export interface Glob {
  readonly pattern: string;
  matches(path: string): boolean;
}

const MAX_PATTERN_CHARACTERS = 500;
const MAX_ALTERNATIVES = 64;

/**
 * One step of a pattern: what it may consume. `star` and `globstar` consume any number of characters. A globstar between slashes is two
 * steps: `enter` consumes nothing and may skip the second, `folders` consumes whole folders with their last slash.
 */
type Step =
  | { readonly kind: "char"; readonly code: number }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "globstar" }
  | { readonly kind: "enter" }
  | { readonly kind: "folders" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly (readonly [number, number])[] };

const SLASH = 47;

/** Answers the matcher, or a sentence that names the pattern, the fault and what to write instead. */
export function compileGlob(pattern: string): Result<Glob> {
  if (pattern.trim() === "") return invalid(pattern, "is empty", "write a file name such as PLAN.md");
  if (pattern.length > MAX_PATTERN_CHARACTERS) {
    return invalid(
      `${pattern.slice(0, 40)}…`,
      `has ${pattern.length} characters`,
      `use at most ${MAX_PATTERN_CHARACTERS}`,
    );
  }
  const alternatives = expandBraces(pattern);
  if (!alternatives.ok) return alternatives;
  const programs: Step[][] = [];
  for (const alternative of alternatives.value) {
    const steps = parseSteps(pattern, anchored(alternative));
    if (!steps.ok) return steps;
    programs.push(steps.value);
  }
  return ok({ pattern, matches: (path) => matchesAny(programs, normalizePath(path)) });
}

function invalid<T>(pattern: string, fault: string, remedy: string): Result<T> {
  return fail("bad_request", `Pattern "${pattern}" ${fault}; ${remedy}.`);
}

/** Every path is matched with a leading slash, so that a pattern for any depth starts with two stars and a slash. */
function anchored(pattern: string): string {
  if (pattern.startsWith("/")) return pattern;
  const relative = pattern.startsWith("~/") ? pattern.slice(2) : pattern;
  return relative.startsWith("**/") ? `/${relative}` : `/**/${relative}`;
}

function normalizePath(path: string): string {
  const slashes = path.replaceAll("\\", "/").toLowerCase();
  return slashes.startsWith("/") ? slashes : `/${slashes.startsWith("./") ? slashes.slice(2) : slashes}`;
}

function expandBraces(pattern: string): Result<string[]> {
  let done = [""];
  let rest = pattern;
  while (rest !== "") {
    const open = indexOfUnescaped(rest, "{");
    if (open < 0) {
      done = done.map((head) => head + rest);
      break;
    }
    const close = indexOfUnescaped(rest, "}", open);
    if (close < 0) return invalid(pattern, "opens { without }", "close it, or write \\{ for the character");
    const choices = rest.slice(open + 1, close).split(",");
    if (choices.some((choice) => choice.includes("{"))) {
      return invalid(pattern, "nests { in {", "write the alternatives side by side");
    }
    const head = rest.slice(0, open);
    done = done.flatMap((before) => choices.map((choice) => before + head + choice));
    if (done.length > MAX_ALTERNATIVES) {
      return invalid(pattern, `stands for more than ${MAX_ALTERNATIVES} patterns`, "split it into several patterns");
    }
    rest = rest.slice(close + 1);
  }
  return ok(done);
}

function indexOfUnescaped(text: string, wanted: string, from = 0): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === wanted) return at;
  }
  return -1;
}

function parseSteps(pattern: string, text: string): Result<Step[]> {
  const steps: Step[] = [];
  let at = 0;
  while (at < text.length) {
    const next = parseStep(pattern, text, at, steps);
    if (!next.ok) return next;
    at = next.value;
  }
  return ok(steps);
}

/** Pushes the step at the position and answers where the next one starts. */
function parseStep(pattern: string, text: string, at: number, steps: Step[]): Result<number> {
  const character = text[at];
  if (character === "*") return ok(pushStar(steps, text, at));
  if (character === "[") {
    const end = text.indexOf("]", at + 2);
    if (end < 0) return invalid(pattern, "opens [ without ]", "close it, or write \\[ for the character");
    steps.push(parseClass(text.slice(at + 1, end).toLowerCase()));
    return ok(end + 1);
  }
  const escaped = character === "\\";
  if (escaped && at + 1 >= text.length) return invalid(pattern, "ends with a lone \\", "write \\\\ or remove it");
  steps.push(character === "?" ? { kind: "any" } : charStep(text, escaped ? at + 1 : at));
  return ok(escaped ? at + 2 : at + 1);
}

function charStep(text: string, at: number): Step {
  return { kind: "char", code: text.charAt(at).toLowerCase().charCodeAt(0) };
}

function pushStar(steps: Step[], text: string, at: number): number {
  if (text[at + 1] !== "*") {
    steps.push({ kind: "star" });
    return at + 1;
  }
  const betweenSlashes = text[at - 1] === "/" && text[at + 2] === "/";
  if (!betweenSlashes) {
    steps.push({ kind: "globstar" });
    return at + 2;
  }
  steps.push({ kind: "enter" }, { kind: "folders" });
  return at + 3;
}

function parseClass(body: string): Step {
  const negated = body.startsWith("!") || body.startsWith("^");
  const set = negated ? body.slice(1) : body;
  const ranges: [number, number][] = [];
  for (let at = 0; at < set.length; at++) {
    const low = set.charCodeAt(at);
    if (set[at + 1] === "-" && at + 2 < set.length) {
      ranges.push([low, set.charCodeAt(at + 2)]);
      at += 2;
    } else {
      ranges.push([low, low]);
    }
  }
  return { kind: "class", negated, ranges };
}

function matchesAny(programs: readonly (readonly Step[])[], path: string): boolean {
  return programs.some((steps) => run(steps, path));
}

/** Moves the set of live states over the path; state n means that the first n steps are satisfied. */
function run(steps: readonly Step[], path: string): boolean {
  let live = new Uint8Array(steps.length + 2);
  let next = new Uint8Array(steps.length + 2);
  live[0] = 1;
  skipEmpty(steps, live);
  for (let at = 0; at < path.length; at++) {
    next.fill(0);
    if (!advance(steps, live, next, path.charCodeAt(at))) return false;
    skipEmpty(steps, next);
    [live, next] = [next, live];
  }
  return live[steps.length] === 1;
}

function advance(steps: readonly Step[], live: Uint8Array, next: Uint8Array, code: number): boolean {
  let alive = false;
  for (let state = 0; state < steps.length; state++) {
    if (live[state] !== 1) continue;
    const step = steps[state];
    if (step === undefined || !consumes(step, code)) continue;
    next[repeats(step) ? state : state + 1] = 1;
    if (step.kind === "folders" && code === SLASH) next[state + 1] = 1;
    alive = true;
  }
  return alive;
}

/** Stars may stand for nothing; `enter` may go into the folders behind it or past them. */
function skipEmpty(steps: readonly Step[], live: Uint8Array): void {
  steps.forEach((step, state) => {
    if (live[state] !== 1) return;
    if (step.kind === "star" || step.kind === "globstar" || step.kind === "enter") live[state + 1] = 1;
    if (step.kind === "enter") live[state + 2] = 1;
  });
}

function repeats(step: Step): boolean {
  return step.kind === "star" || step.kind === "globstar" || step.kind === "folders";
}

function consumes(step: Step, code: number): boolean {
  switch (step.kind) {
    case "char":
      return step.code === code;
    case "any":
    case "star":
      return code !== SLASH;
    case "globstar":
    case "folders":
      return true;
    case "enter":
      return false;
    case "class":
      return code !== SLASH && step.ranges.some(([low, high]) => code >= low && code <= high) !== step.negated;
  }
}
