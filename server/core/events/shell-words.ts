/** One simple command of a shell line, with quotes resolved. */
export interface ShellCommand {
  words: string[];
  /** Files that its output is written to. */
  redirects: string[];
  /** True when it reads the output of the command before it. */
  piped: boolean;
}

/** Longer lines are scripts; their beginning tells what they do. */
const MAX_SCANNED_CHARACTERS = 20_000;
const SEPARATORS = new Set([";", "\n", "&", "|"]);

/**
 * Splits a shell line at `&&`, `||`, `;`, `|` and newlines into words. Good enough to tell what a command does, not to
 * run it: substitutions stay as they are written, bodies of here-documents are dropped.
 */
export function splitShell(line: string): ShellCommand[] {
  const scanner = new ShellScanner(withoutHereDocuments(line.slice(0, MAX_SCANNED_CHARACTERS)));
  return scanner.run();
}

function withoutHereDocuments(line: string): string {
  return line.replace(/<<-?\s*(['"]?)([A-Za-z_][\w-]*)\1([^\n]*)\n[\s\S]*?(?:\n[ \t]*\2(?=\s|\)|$)|$)/g, "$3\n");
}

class ShellScanner {
  readonly #line: string;
  #at = 0;
  readonly #commands: ShellCommand[] = [];
  #current: ShellCommand = { words: [], redirects: [], piped: false };
  #word: string | null = null;
  #redirecting = false;

  constructor(line: string) {
    this.#line = line;
  }

  run(): ShellCommand[] {
    while (this.#at < this.#line.length) this.#step(this.#line.charAt(this.#at));
    this.#endCommand(false);
    return this.#commands;
  }

  #step(character: string): void {
    if (character === "'" || character === '"') this.#quoted(character);
    else if (character === "\\") this.#escaped();
    else if (character === "#" && this.#word === null) this.#comment();
    else if (character === ">") this.#redirect();
    else if (SEPARATORS.has(character)) this.#separator(character);
    else if (/\s/.test(character)) this.#space();
    else this.#append(character);
  }

  #append(text: string): void {
    this.#word = (this.#word ?? "") + text;
    this.#at += 1;
  }

  #quoted(quote: string): void {
    let end = this.#at + 1;
    let text = "";
    while (end < this.#line.length && this.#line[end] !== quote) {
      // Inside double quotes a backslash escapes these characters only.
      if (quote === '"' && this.#line[end] === "\\" && /["\\$`\n]/.test(this.#line.charAt(end + 1))) end++;
      text += this.#line.charAt(end);
      end++;
    }
    this.#word = (this.#word ?? "") + text;
    this.#at = end + 1;
  }

  #escaped(): void {
    const next = this.#line.charAt(this.#at + 1);
    if (next !== "\n") this.#word = (this.#word ?? "") + next;
    this.#at += 2;
  }

  #comment(): void {
    const end = this.#line.indexOf("\n", this.#at);
    this.#at = end === -1 ? this.#line.length : end;
  }

  /** `2>&1`, `>/dev/null` and `&>` name no file of interest; `> file` and `>> file` do. */
  #redirect(): void {
    if (this.#word !== null && /^(?:\d|&)$/.test(this.#word)) this.#word = null;
    this.#endWord();
    this.#at += this.#line[this.#at + 1] === ">" ? 2 : 1;
    if (this.#line[this.#at] === "&") {
      this.#at += 2;
      return;
    }
    this.#redirecting = true;
  }

  #separator(character: string): void {
    const next = this.#line.charAt(this.#at + 1);
    if (character === "&" && next === ">") {
      this.#at += 1;
      return;
    }
    const isDouble = character === next && (character === "&" || character === "|");
    this.#at += isDouble ? 2 : 1;
    this.#endCommand(character === "|" && !isDouble);
  }

  #space(): void {
    this.#endWord();
    this.#at += 1;
  }

  #endWord(): void {
    if (this.#word === null) return;
    if (this.#redirecting) this.#current.redirects.push(this.#word);
    else this.#current.words.push(this.#word);
    this.#word = null;
    this.#redirecting = false;
  }

  #endCommand(nextIsPiped: boolean): void {
    this.#endWord();
    if (this.#current.words.length > 0 || this.#current.redirects.length > 0) this.#commands.push(this.#current);
    this.#current = { words: [], redirects: [], piped: nextIsPiped };
    this.#redirecting = false;
  }
}
