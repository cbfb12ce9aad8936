/** A whole JSON object found inside a line that is not one. `start` counts UTF-16 units. */
export interface RecoveredText {
  json: string;
  start: number;
}

/**
 * Every client's records have one of these keys; hardly any nested block of a torn record has one, and must not pass as
 * a record of its own. What passes all the same is for the client's reader to tell.
 */
const RECORD_KEYS = "uuid sessionId timestamp leafUuid payload record_type $set $rewindTo instance_id".split(" ");
/** Where two writers interleave, a record starts in the middle of another's string. */
const RECORD_START =
  /\{\s*"(?:type|parentUuid|uuid|timestamp|sessionId|isSidechain|id|ordinal|role|\$set|\$rewindTo|instance_id)"\s*:/g;
/** Bounds the work on a hostile line: each vain attempt reads at most to the line's end. */
const MAX_VAIN_ATTEMPTS = 64;

/**
 * Finds the whole records on a bad line: objects glued without a newline, a good record behind NUL bytes, and a good
 * record behind a torn one.
 */
export function recoverRecords(text: string): RecoveredText[] {
  const found: RecoveredText[] = [];
  let from = 0;
  let vain = 0;
  while (vain < MAX_VAIN_ATTEMPTS) {
    const start = nextStart(text, from);
    if (start === null) break;
    const end = endOfObject(text, start);
    const json = end === -1 ? "" : text.slice(start, end);
    if (isRecord(json)) {
      found.push({ json, start });
      from = end;
    } else {
      from = start + 1;
      vain++;
    }
  }
  return found;
}

/** Right here, behind spaces and NUL bytes, or at the next place that looks like the head of a record. */
function nextStart(text: string, from: number): number | null {
  FILLER.lastIndex = from;
  FILLER.exec(text);
  if (text[FILLER.lastIndex] === "{") return FILLER.lastIndex;
  RECORD_START.lastIndex = from;
  return RECORD_START.exec(text)?.index ?? null;
}

const FILLER = /[\s\0]*/y;

function isRecord(json: string): boolean {
  if (json === "") return false;
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== "object" || value === null) return false;
    // Cursor's lines have a role and a message, and nothing else.
    const isCursors = Object.hasOwn(value, "role") && Object.hasOwn(value, "message");
    return isCursors || RECORD_KEYS.some((key) => Object.hasOwn(value, key));
  } catch {
    return false;
  }
}

const STRUCTURE = /[{}"]/g;

/** Position after the brace that closes the object opened at `start`, or -1. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  STRUCTURE.lastIndex = start;
  for (let match = STRUCTURE.exec(text); match; match = STRUCTURE.exec(text)) {
    if (match[0] === "{") depth++;
    else if (match[0] === "}") depth--;
    else STRUCTURE.lastIndex = endOfString(text, match.index);
    if (depth === 0) return match.index + 1;
  }
  return -1;
}

/** Position after the quote that closes the string opened at `start`, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}
