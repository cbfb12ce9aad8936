import { Refusal } from "./refusal";

/**
 * The value of a JSON text.
 * @throws Refusal with 400 that names the position. Node's own message quotes the text around it, which can hold a
 *   secret, and names no position in some versions.
 */
export function parseJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const at = faultPosition(text);
    const before = text.slice(0, at).split("\n");
    const line = before.length;
    const column = (before.at(-1)?.length ?? 0) + 1;
    const what = at >= text.length ? "it ends too early" : "there is a fault";
    throw new Refusal(
      "BAD_REQUEST",
      `The ${field} is not JSON: ${what} at character ${at.toLocaleString("en-US")} (line ${line}, column ${column}). Send one JSON value.`,
      { field },
    );
  }
}

const SPACE = /[ \t\n\r]*/y;
/** A string: everything from the space on but quote and backslash, and the escapes. */
const STRING = String.raw`"(?:[ !#-\[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+\-]?\d+)?`;
const SCALAR = new RegExp(`${STRING}|${NUMBER}|true|false|null`, "uy");
const KEY = new RegExp(`${STRING}[ \\t\\n\\r]*:`, "uy");

/** Where a text stops being JSON. Walks without recursion: the text may be made of a million brackets. */
export function faultPosition(text: string): number {
  const walk = { text, at: 0, open: [] as ("{" | "[")[] };
  while (readValue(walk)) {
    if (walk.open.length === 0) return skip(walk, SPACE);
    if (!readSeparator(walk)) break;
  }
  return walk.at;
}

interface Walk {
  readonly text: string;
  at: number;
  readonly open: ("{" | "[")[];
}

function skip(walk: Walk, pattern: RegExp): number {
  pattern.lastIndex = walk.at;
  if (pattern.test(walk.text)) walk.at = pattern.lastIndex;
  return walk.at;
}

function has(walk: Walk, pattern: RegExp): boolean {
  pattern.lastIndex = walk.at;
  if (!pattern.test(walk.text)) return false;
  walk.at = pattern.lastIndex;
  return true;
}

/** Reads up to the end of a scalar or of an empty container; false at a fault. */
function readValue(walk: Walk): boolean {
  for (;;) {
    const char = walk.text[skip(walk, SPACE)];
    if (char !== "{" && char !== "[") return has(walk, SCALAR);
    walk.at++;
    const close = char === "{" ? "}" : "]";
    if (walk.text[skip(walk, SPACE)] === close) {
      walk.at++;
      return true;
    }
    walk.open.push(char);
    if (char === "{" && !has(walk, KEY)) return false;
  }
}

/** Reads closing brackets and the comma before the next value; false at a fault or at the end of the outermost value. */
function readSeparator(walk: Walk): boolean {
  for (;;) {
    const container = walk.open.at(-1);
    const char = walk.text[skip(walk, SPACE)];
    if (container === undefined) return false;
    if (char === ",") {
      walk.at++;
      if (container === "[") return true;
      skip(walk, SPACE);
      return has(walk, KEY);
    }
    if (char !== (container === "{" ? "}" : "]")) return false;
    walk.at++;
    walk.open.pop();
  }
}
