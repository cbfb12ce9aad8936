import { count, say } from "../output";

export interface RejectedEntry {
  readonly file: string;
  readonly what: string;
  readonly why: string;
}

const MAX_LISTED = 10;

/** What became of an import, over all files: nothing that was not taken goes unsaid. */
export class Tally {
  files = 0;
  unchangedFiles = 0;
  emptyFiles = 0;
  accepted = 0;
  duplicates = 0;
  differing = 0;
  badLines = 0;
  readonly rejected: RejectedEntry[] = [];
  readonly failedFiles: { file: string; why: string }[] = [];
  readonly sessions = new Map<string, { url: string; project: string }>();

  get exitCode(): number {
    return this.rejected.length + this.failedFiles.length > 0 ? 1 : 0;
  }

  print(): void {
    say.line(
      `${count(this.files, "file")} read, ${count(this.unchangedFiles, "file")} unchanged since the last import` +
        (this.emptyFiles > 0 ? `, ${count(this.emptyFiles, "file")} without events.` : "."),
    );
    say.line(
      `${count(this.accepted, "event")} accepted, ${count(this.duplicates, "duplicate")}, ${this.rejected.length.toLocaleString("en-US")} rejected.`,
    );
    if (this.differing > 0) {
      say.warn(`${count(this.differing, "event")} came with another content than the stored one; the first stays.`);
    }
    if (this.badLines > 0)
      say.warn(
        `${count(this.badLines, "line")} could not be read and ${this.badLines === 1 ? "was" : "were"} left out.`,
      );
    this.printList(
      this.rejected.map(({ file, what, why }) => `${file}: ${what}: ${why}`),
      "rejected",
    );
    this.printList(
      this.failedFiles.map(({ file, why }) => `${file}: ${why}`),
      "not imported",
    );
    this.printLinks();
  }

  private printList(lines: readonly string[], what: string): void {
    for (const line of lines.slice(0, MAX_LISTED)) say.error(`  ${line}`);
    if (lines.length > MAX_LISTED) say.error(`  and ${lines.length - MAX_LISTED} more ${what}.`);
  }

  private printLinks(): void {
    if (this.sessions.size === 0) return;
    const [first] = this.sessions.values();
    if (this.sessions.size === 1 && first) {
      say.line(`Open ${first.url}`);
      return;
    }
    const projects = new Set([...this.sessions.values()].map(({ url }) => url.replace(/\/\d+$/, "")));
    say.line(`${count(this.sessions.size, "session")}:`);
    for (const url of projects) say.line(`  ${url}`);
  }
}
