import type { SessionEvent } from "../model";
import { eachIdentifier } from "./identifiers";

export interface TextLine {
  readonly text: string;
  /** Without line number, diff sign and indentation, so that a line is known again in a read, a search and an edit. */
  readonly key: string;
}

/** Shorter lines (`}`, `end`) stand everywhere and tell nothing. */
export const MIN_KEY_CHARACTERS = 4;

/**
 * `12→`, `12:`, `12|` and `12\t` as clients number the lines of a file; never a digit that may be content. The path in
 * front of a search hit stays: it is what the hit says.
 */
const LINE_NUMBER = /^\s{0,8}\d{1,6}(?:→|\t|\||: ?)\s*/;
const DIFF_SIGN = /^[+-](?![+-])\s*/;

export function lineKey(line: string): string {
  const trimmed = line.trim();
  const first = trimmed.charCodeAt(0);
  // Most lines begin with neither a digit nor a sign, and need no pattern.
  if (first >= 48 && first <= 57) return LINE_NUMBER.test(line) ? line.replace(LINE_NUMBER, "").trim() : trimmed;
  return first === 43 || first === 45 ? trimmed.replace(DIFF_SIGN, "") : trimmed;
}

/** What a text shows, cut so that it can be looked for elsewhere. Each cut is made when it is first asked for. */
export class TextUnits {
  private cutLines: readonly TextLine[] | null = null;
  private cutKeys: ReadonlySet<string> | null = null;
  private cutNames: readonly string[] | null = null;

  constructor(
    private readonly text: string,
    private readonly isJson: boolean,
  ) {}

  /** Lines as they stand, with what they are compared by. Of JSON: the lines of its strings. */
  get lines(): readonly TextLine[] {
    this.cutLines ??= this.parts().flatMap((part) =>
      part.split("\n").map((line) => ({ text: line, key: lineKey(line) })),
    );
    return this.cutLines;
  }

  /** Distinct keys of the lines that tell something. */
  get keys(): ReadonlySet<string> {
    this.cutKeys ??= this.cutToKeys();
    return this.cutKeys;
  }

  /** Most texts are only looked up in, so their lines are not kept. */
  private cutToKeys(): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const part of this.parts()) {
      for (const line of part.split("\n")) {
        const key = lineKey(line);
        if (key.length >= MIN_KEY_CHARACTERS) keys.add(key);
      }
    }
    return keys;
  }

  private parts(): readonly string[] {
    return this.isJson ? stringsOf(this.text) : [this.text];
  }

  /** Distinct names in order of appearance. */
  get names(): readonly string[] {
    if (this.cutNames === null) {
      const names = new Set<string>();
      eachIdentifier(this.text, this.isJson, (name) => {
        names.add(name);
        return true;
      });
      this.cutNames = [...names];
    }
    return this.cutNames;
  }
}

export function unitsOfText(text: string): TextUnits {
  return new TextUnits(text, false);
}

/** Events are immutable, so what one plan cut serves the next plan of the same session. */
const known = new WeakMap<SessionEvent, TextUnits>();

export function unitsOf(event: SessionEvent): TextUnits {
  const found = known.get(event);
  if (found) return found;
  const units = new TextUnits(event.text, event.kind === "tool_call");
  known.set(event, units);
  return units;
}

/** The strings in the arguments of a call, in order; the text itself when it is no JSON. */
function stringsOf(text: string): string[] {
  if (!text.startsWith("{") && !text.startsWith("[")) return [text];
  try {
    const strings: string[] = [];
    collect(JSON.parse(text), strings, 0);
    return strings;
  } catch {
    return [text];
  }
}

const MAX_DEPTH = 12;

function collect(value: unknown, strings: string[], depth: number): void {
  if (typeof value === "string") strings.push(value);
  else if (typeof value === "object" && value !== null && depth < MAX_DEPTH) {
    for (const part of Object.values(value)) collect(part, strings, depth + 1);
  }
}
