/**
 * Splits a shell command into simple commands, as far as a fingerprint needs it: quotes, back slashes, command
 * substitutions, redirections and heredocs are respected, nothing is expanded. One pass over the text.
 */
export interface ShellSegment {
  readonly words: readonly string[];
  /** What stands behind the segment: an operator, or "" at the end. */
  readonly operator: "&&" | "||" | ";" | "|" | "&" | "";
}

export function splitSegments(command: string): ShellSegment[] {
  return new ShellLexer(command).segments();
}

class ShellLexer {
  private at = 0;
  private words: string[] = [];
  private readonly done: ShellSegment[] = [];

  constructor(private readonly text: string) {}

  segments(): ShellSegment[] {
    while (this.at < this.text.length) this.step();
    this.close("");
    return this.done;
  }

  private step(): void {
    const character = this.text.charAt(this.at);
    const pair = this.text.slice(this.at, this.at + 2);
    if (character !== "\n" && /\s/.test(character)) this.at++;
    else if (pair === "\\\n") this.at += 2;
    else if (pair === "&&" || pair === "||") this.close(pair);
    else if (pair === "<<") this.heredoc();
    else if (character === "|" || character === ";") this.close(character);
    else if (character === "&" && pair !== "&>") this.close("&");
    else if (character === "\n") this.close(";", 1);
    else if (character === "#" && this.words.length === 0) this.comment();
    else if (isRedirection(this.text, this.at)) this.redirection();
    else this.words.push(this.word());
  }

  private close(operator: ShellSegment["operator"], length = operator.length): void {
    this.at += length;
    if (this.words.length > 0) this.done.push({ words: this.words, operator });
    this.words = [];
  }

  private comment(): void {
    while (this.at < this.text.length && this.text[this.at] !== "\n") this.at++;
  }

  /** The script behind `<<` is what the command runs: it stays as one word, so that other scripts differ. */
  private heredoc(): void {
    this.words.push(this.text.slice(this.at));
    this.at = this.text.length;
  }

  private redirection(): void {
    while (/[0-9&<>|]/.test(this.text.charAt(this.at))) this.at++;
    while (this.text[this.at] === " ") this.at++;
    if (this.at < this.text.length && !/[\s;|&]/.test(this.text.charAt(this.at))) this.word();
  }

  private word(): string {
    let word = "";
    while (this.at < this.text.length) {
      const character = this.text.charAt(this.at);
      if (/[\s;|&<>]/.test(character)) break;
      if (character === "'" || character === '"') word += this.quoted(character);
      else if (character === "`") word += this.until("`");
      else if (character === "$" && this.text[this.at + 1] === "(") word += this.substitution();
      else if (character === "\\") {
        word += this.text.charAt(this.at + 1);
        this.at += 2;
      } else {
        word += character;
        this.at++;
      }
    }
    return word;
  }

  private quoted(quote: string): string {
    const start = ++this.at;
    while (this.at < this.text.length && this.text[this.at] !== quote) {
      this.at += quote === '"' && this.text[this.at] === "\\" ? 2 : 1;
    }
    const inside = this.text.slice(start, this.at);
    this.at++;
    return inside;
  }

  private until(end: string): string {
    const start = this.at;
    const close = this.text.indexOf(end, start + 1);
    this.at = close < 0 ? this.text.length : close + 1;
    return this.text.slice(start, this.at);
  }

  private substitution(): string {
    const start = this.at;
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at];
      if (character === "(") depth++;
      if (character === ")" && --depth === 0) {
        this.at++;
        break;
      }
    }
    return this.text.slice(start, this.at);
  }
}

/** `>`, `>>`, `2>`, `2>&1`, `&>`, `<`, but not the heredoc that was told before. */
function isRedirection(text: string, at: number): boolean {
  const character = text.charAt(at);
  if (character === ">" || character === "<") return true;
  if (character === "&") return text[at + 1] === ">";
  return character >= "0" && character <= "9" && text[at + 1] === ">";
}
