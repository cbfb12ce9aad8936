/** Where a text stops being JSON, in UTF-16 units, and what of it can still be parsed. */
export interface Damage {
  at: number;
  kind: "cut" | "broken" | "trailing";
  /**
   * JSON text of what stands before: cut behind the last whole item of an outermost list, with the open brackets
   * closed. Items are never halved, since half a message would pass as a whole one. Empty when nothing is whole.
   */
  kept: string;
}

export function endOfDamage(damage: Damage): string {
  if (damage.kind === "trailing") return "The document goes on behind its last bracket.";
  return damage.kind === "cut" ? "The document is cut off here." : "The document is no JSON from here on.";
}

/** Finds the first place that `JSON.parse` refuses; for texts that it has refused. */
export function findDamage(text: string): Damage {
  return new Scanner(text).run();
}

type Expected = "value" | "firstItem" | "firstKey" | "key" | "colon" | "commaOrClose" | "end";

const BLANK = /[ \t\n\r]*/y;
const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** A JSON grammar as a stack of open brackets and what may come next; reads the text once, without recursion. */
class Scanner {
  readonly #text: string;
  #at = 0;
  #expected: Expected = "value";
  /** Open brackets, as the ones that close them. */
  readonly #open: ("}" | "]")[] = [];
  /** Depth of the outermost open list, or -1. */
  #listDepth = -1;
  #keptEnd = 0;
  #keptClosers = "";

  constructor(text: string) {
    this.#text = text;
  }

  run(): Damage {
    for (;;) {
      this.#at = endOf(BLANK, this.#text, this.#at) ?? this.#at;
      const character = this.#text[this.#at];
      if (this.#expected === "end") return { at: this.#at, kind: "trailing", kept: this.#text.slice(0, this.#at) };
      if (character === undefined || !this.#step(character)) return this.#damage();
    }
  }

  #damage(): Damage {
    const kept = this.#keptEnd === 0 ? "" : this.#text.slice(0, this.#keptEnd) + this.#keptClosers;
    return { at: this.#at, kind: this.#at >= this.#text.length ? "cut" : "broken", kept };
  }

  /** Takes the next token; false when it may not stand here. Then the position is where the damage begins. */
  #step(character: string): boolean {
    switch (this.#expected) {
      case "colon":
        return this.#take(character === ":", "value");
      case "key":
        return character === '"' && this.#string("colon");
      case "firstKey":
        return character === "}" ? this.#close(character) : character === '"' && this.#string("colon");
      case "firstItem":
        return character === "]" ? this.#close(character) : this.#value(character);
      case "commaOrClose":
        if (character !== ",") return this.#close(character);
        return this.#take(true, this.#open.at(-1) === "}" ? "key" : "value");
      default:
        return this.#value(character);
    }
  }

  #take(isRight: boolean, next: Expected): boolean {
    if (!isRight) return false;
    this.#at++;
    this.#expected = next;
    return true;
  }

  #value(character: string): boolean {
    if (character === '"') return this.#string(null);
    if (character === "{" || character === "[") {
      if (character === "[" && this.#listDepth === -1) this.#listDepth = this.#open.length;
      this.#open.push(character === "{" ? "}" : "]");
      return this.#take(true, character === "{" ? "firstKey" : "firstItem");
    }
    const end = endOf(NUMBER_OR_WORD, this.#text, this.#at);
    if (end === null) return false;
    this.#at = end;
    this.#finishValue();
    return true;
  }

  #close(character: string): boolean {
    if (character !== this.#open.at(-1)) return false;
    this.#open.pop();
    if (this.#open.length === this.#listDepth) this.#listDepth = -1;
    this.#at++;
    this.#finishValue();
    return true;
  }

  #finishValue(): void {
    this.#expected = this.#open.length === 0 ? "end" : "commaOrClose";
    if (this.#listDepth === -1 || this.#listDepth !== this.#open.length - 1) return;
    this.#keptEnd = this.#at;
    this.#keptClosers = this.#open.toReversed().join("");
  }

  /** Reads a string: a key when it says what comes next, else a value. */
  #string(next: Expected | null): boolean {
    const end = this.#endOfString();
    if (end === null) return false;
    this.#at = end;
    if (next === null) this.#finishValue();
    else this.#expected = next;
    return true;
  }

  /** By a loop, since a regular expression over a string of megabytes exhausts its own stack. */
  #endOfString(): number | null {
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit === QUOTE) return at + 1;
      const escaped = unit === BACKSLASH ? endOf(ESCAPE, this.#text, at) : null;
      if (unit < FIRST_PRINTABLE || (unit === BACKSLASH && escaped === null)) {
        this.#at = at;
        return null;
      }
      if (escaped !== null) at = escaped - 1;
    }
    this.#at = this.#text.length;
    return null;
  }
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const FIRST_PRINTABLE = 0x20;

function endOf(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : null;
}
