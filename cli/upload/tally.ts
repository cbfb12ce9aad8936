import { count, number, say, shortList } from "../output";
import { UnknownProject } from "../projects/project-routes";

export interface RejectedEntry {
  readonly file: string;
  readonly what: string;
  readonly why: string;
}

export interface BadLine {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

interface SentSession {
  readonly url: string;
  readonly project: string;
  readonly isDefault: boolean;
}

/** A line of the summary: results for standard output, the rest for people. */
export interface SummaryLine {
  readonly level: "line" | "warn" | "error";
  readonly text: string;
}

const MAX_LISTED = 10;

/** What became of an import, over all files: nothing that was not taken goes unsaid. */
export class Tally {
  sentFiles = 0;
  unchangedFiles = 0;
  filesWithoutEvents = 0;
  accepted = 0;
  duplicates = 0;
  differing = 0;
  badLineCount = 0;
  rejectedCount = 0;
  /** The first of them; the count has all. */
  readonly rejected: RejectedEntry[] = [];
  readonly badLines: BadLine[] = [];
  /** Files whose last line is not whole yet. */
  readonly torn = new Set<string>();
  /** Files of folders that are no transcripts of a supported client: file by reason. */
  private readonly leftOut = new Map<string, string[]>();
  private readonly failed = new Map<string, string[]>();
  private readonly unknown = new Map<string, number>();
  private readonly sessions = new Map<string, SentSession>();

  reject(entry: RejectedEntry): void {
    this.rejectedCount++;
    if (this.rejected.length < MAX_LISTED) this.rejected.push(entry);
  }

  noteBadLines(file: string, total: number, lines: readonly { line: number; reason: string }[]): void {
    this.badLineCount += total;
    for (const { line, reason } of lines.slice(0, MAX_LISTED - this.badLines.length)) {
      this.badLines.push({ file, line, reason });
    }
  }

  leaveOut(file: string, why: string): void {
    addTo(this.leftOut, why, file);
  }

  /** Files that fail for one reason are said together; sessions of an unknown project by their source. */
  fail(file: string, fault: Error): void {
    if (fault instanceof UnknownProject) this.unknown.set(fault.source, (this.unknown.get(fault.source) ?? 0) + 1);
    else addTo(this.failed, fault.message, file);
  }

  sent(id: string, session: SentSession): void {
    this.sessions.set(id, session);
  }

  /** 0 when all was taken, 1 when something was not. */
  get exitCode(): number {
    const isEmpty = this.sentFiles + this.unchangedFiles + this.filesWithoutEvents === 0;
    return this.rejectedCount > 0 || this.failed.size > 0 || this.unknown.size > 0 || isEmpty ? 1 : 0;
  }

  print(projects: readonly string[] = []): void {
    for (const { level, text } of this.summary(projects)) say[level](text);
  }

  /** The same for programs. Of rejected entries and damaged lines the first ones are listed; the counts have all. */
  report() {
    const byReason = (groups: ReadonlyMap<string, readonly string[]>) =>
      [...groups].map(([why, files]) => ({ why, files: [...files] }));
    return {
      files: { sent: this.sentFiles, unchanged: this.unchangedFiles, withoutEvents: this.filesWithoutEvents },
      events: {
        accepted: this.accepted,
        duplicates: this.duplicates,
        differing: this.differing,
        rejected: this.rejectedCount,
      },
      damagedLines: this.badLineCount,
      lastLineNotWhole: [...this.torn],
      sessions: [...this.sessions.values()],
      rejected: [...this.rejected],
      damaged: [...this.badLines],
      notImported: byReason(this.failed),
      leftOut: byReason(this.leftOut),
      unknownProjects: [...this.unknown].map(([source, files]) => ({ source, files })),
    };
  }

  /** @param projects Slugs that the key reaches, for the remedy of an unknown project. */
  summary(projects: readonly string[] = []): SummaryLine[] {
    return [
      ...this.totals(),
      ...this.defaultProject(),
      ...this.warnings(),
      ...this.rejections(),
      ...this.unknownProjects(projects),
      ...grouped(this.failed, "error", (files) => `Not imported: ${count(files, "file")}.`),
      ...grouped(this.leftOut, "warn", (files) => `Left out: ${count(files, "file")}.`),
      ...this.links(),
    ];
  }

  private totals(): SummaryLine[] {
    const files = [
      `${count(this.sentFiles, "file")} sent`,
      `${number(this.unchangedFiles)} unchanged since the last import`,
    ];
    if (this.filesWithoutEvents > 0) files.push(`${number(this.filesWithoutEvents)} without events`);
    const events = `${count(this.accepted, "event")} accepted, ${count(this.duplicates, "duplicate")}, ${number(this.rejectedCount)} rejected.`;
    return [line(`${files.join(", ")}.`), line(events)];
  }

  private defaultProject(): SummaryLine[] {
    const byDefault = [...this.sessions.values()].filter((session) => session.isDefault);
    const [first] = byDefault;
    if (!first) return [];
    const went = `${count(byDefault.length, "session")} went to ${first.project}, the default of this login.`;
    return [line(`${went} --project, --create or a .steward.json in the repository sends them elsewhere.`)];
  }

  private warnings(): SummaryLine[] {
    const lines: SummaryLine[] = [];
    if (this.differing > 0) {
      lines.push(
        warn(`${count(this.differing, "event")} came with other content than the stored one; the first stays.`),
      );
    }
    if (this.badLineCount > 0) {
      lines.push(warn(`${count(this.badLineCount, "damaged line")}; whole records in them were kept:`));
      lines.push(...this.badLines.map((bad) => warn(`  ${bad.file}:${bad.line}: ${bad.reason}`)));
      lines.push(...more(this.badLineCount - this.badLines.length, "warn"));
    }
    if (this.torn.size > 0) {
      const left = this.torn.size === 1 ? "It is" : "They are";
      lines.push(warn(`${count(this.torn.size, "last line")} not whole yet. ${left} left for the next import:`));
      lines.push(warn(`  ${shortList([...this.torn], MAX_LISTED)}`));
    }
    return lines;
  }

  private rejections(): SummaryLine[] {
    if (this.rejectedCount === 0) return [];
    return [
      error(`Rejected: ${count(this.rejectedCount, "entry", "entries")}.`),
      ...this.rejected.map(({ file, what, why }) => error(`  ${file}: ${what}: ${why}`)),
      ...more(this.rejectedCount - this.rejected.length, "error"),
    ];
  }

  private unknownProjects(projects: readonly string[]): SummaryLine[] {
    if (this.unknown.size === 0) return [];
    const sources = [...this.unknown]
      .sort((a, b) => b[1] - a[1])
      .map(([source, files]) => `${source} (${count(files, "file")})`);
    const reach = projects.length > 0 ? ` (this key reaches ${shortList(projects)})` : "";
    return [
      error(`No project is known for: ${shortList(sources, MAX_LISTED)}.`),
      error(`  Send all to one project${reach}: steward import --project <slug>`),
      error("  Or make a project for each: steward import --create"),
    ];
  }

  private links(): SummaryLine[] {
    const [first, ...others] = this.sessions.values();
    if (!first) return [];
    if (others.length === 0) return [line(`Open ${first.url}`)];
    const lists = new Set([first, ...others].map(({ url }) => url.replace(/\/\d+$/, "")));
    const [only] = lists;
    if (lists.size === 1) return [line(`Open the ${count(others.length + 1, "session")}: ${only}`)];
    return [line(`Open the ${count(others.length + 1, "session")}:`), ...[...lists].map((url) => line(`  ${url}`))];
  }
}

function addTo(groups: Map<string, string[]>, reason: string, file: string): void {
  const files = groups.get(reason);
  if (files) files.push(file);
  else groups.set(reason, [file]);
}

function grouped(
  groups: ReadonlyMap<string, readonly string[]>,
  level: SummaryLine["level"],
  title: (files: number) => string,
): SummaryLine[] {
  const total = [...groups.values()].reduce((sum, files) => sum + files.length, 0);
  if (total === 0) return [];
  const reasons = [...groups].map(([why, files]) => ({ level, text: `  ${shortList(files, 3)}: ${why}` }));
  return [{ level, text: title(total) }, ...reasons.slice(0, MAX_LISTED), ...more(reasons.length - MAX_LISTED, level)];
}

function more(left: number, level: SummaryLine["level"]): SummaryLine[] {
  return left > 0 ? [{ level, text: `  and ${number(left)} more.` }] : [];
}

const line = (text: string): SummaryLine => ({ level: "line", text });
const warn = (text: string): SummaryLine => ({ level: "warn", text });
const error = (text: string): SummaryLine => ({ level: "error", text });
