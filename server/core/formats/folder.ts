import { parseTelemetry, type TelemetryRecord } from "../runs/parse-telemetry";
import { writeSessionSummary } from "../session-summary/markdown";
import { type ContextConfig, type ParseText, readConfig } from "./config-toml";
import { readDecisionEntries } from "./decision-entry";
import { readDecisionLines } from "./decisions-jsonl";
import { readFailures } from "./failures-json";
import { type FilePin, type FilesIndex, readFilesIndex, readPins } from "./files-json";
import { readMadr } from "./madr";
import {
  type Located,
  NOBODY,
  type PortableConstraint,
  type PortableDecision,
  type PortableFailure,
  type PortablePreference,
  type PortableText,
  type ReadProblem,
  type ReadRecords,
} from "./portable";
import { readConstraints, readPreferences } from "./rule-entries";
import { canonicalSummary, readSummaryChapters } from "./summary-file";

export interface FolderFile {
  /** With forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** All that the files of a folder say. */
export interface Folder {
  /** The versions of each, the oldest first; formats without history have one. */
  readonly decisions: readonly (readonly Located<PortableDecision>[])[];
  readonly failures: readonly Located<PortableFailure>[];
  readonly constraints: readonly Located<PortableConstraint>[];
  readonly preferences: readonly Located<PortablePreference>[];
  readonly summaries: readonly Located<PortableText>[];
  readonly handoffs: readonly Located<PortableText>[];
  readonly config: ContextConfig | null;
  readonly index: FilesIndex | null;
  readonly pins: readonly FilePin[];
  readonly telemetry: readonly TelemetryRecord[];
  /** What is damaged, by file and line. */
  readonly problems: readonly ReadProblem[];
  /** Files that hold nothing to import. */
  readonly passedOver: readonly string[];
}

export interface Parsers {
  readonly toml: ParseText;
  readonly yaml: ParseText;
}

/** Reads files in any order and of any folder above `.context/`; never refuses, names what it could not read. */
export function readFolder(files: readonly FolderFile[], parsers: Parsers): Folder {
  const folder = new Collector();
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const file of sorted) {
    const reader = READERS.find(({ path }) => path.test(file.path));
    if (reader) reader.read(folder, file, parsers);
    else readUnnamed(folder, file);
  }
  return folder.close();
}

interface FileReader {
  readonly path: RegExp;
  readonly read: (folder: Collector, file: FolderFile, parsers: Parsers) => void;
}

const READERS: readonly FileReader[] = [
  {
    path: /(^|\/)config\.toml$/i,
    read: (folder, file, { toml }) => folder.config(readConfig(file.path, file.text, toml)),
  },
  { path: /(^|\/)DECISIONS\.jsonl$/i, read: (folder, file) => folder.log(readDecisionLines(file.path, file.text)) },
  {
    path: /(^|\/)FAILURES\.json$/i,
    read: (folder, file) => folder.add("failures", readFailures(file.path, file.text)),
  },
  { path: /(^|\/)TELEMETRY\.jsonl$/i, read: (folder, file) => folder.telemetryOf(file) },
  {
    path: /(^|\/)CONSTRAINTS\.md$/i,
    read: (folder, file) => folder.add("constraints", readConstraints(file.path, file.text), file),
  },
  {
    path: /(^|\/)PREFERENCES\.md$/i,
    read: (folder, file) => folder.add("preferences", readPreferences(file.path, file.text), file),
  },
  { path: /(^|\/)SESSION_SUMMARY\.md$/i, read: (folder, file) => folder.chapters(file) },
  { path: /(^|\/)session-latest\.md$/i, read: (folder, file) => folder.latestSummary(file) },
  { path: /(^|\/)(session|SUM)-\d{1,9}\.md$/i, read: (folder, file) => folder.summary(file) },
  { path: /(^|\/)handoff\.md$/i, read: (folder, file) => folder.handoff(file) },
  { path: /(^|\/)files\/index\.json$/i, read: (folder, file) => folder.files(file) },
  { path: /(^|\/)files\/priorities\.json$/i, read: (folder, file) => folder.priorities(file) },
  { path: /(^|\/)stats\.json$/i, read: (folder, file) => folder.passOver(file) },
  { path: /(^|\/)DEC-\d+\.md$/i, read: (folder, file) => folder.entries(file) },
  {
    path: /(^|\/)\d{1,9}-[^/]+\.md$/,
    read: (folder, file, { yaml }) => folder.madr(readMadr(file.path, file.text, yaml)),
  },
];

/** Whether an import would read the file, so that no other one needs to be sent. */
export function isFolderFile(file: FolderFile): boolean {
  return READERS.some(({ path }) => path.test(file.path)) || isDecisionLog(file);
}

/** Logs of decisions have any name; other files are not ours. */
function readUnnamed(folder: Collector, file: FolderFile): void {
  if (isDecisionLog(file)) folder.entries(file);
  else folder.passOver(file);
}

function isDecisionLog({ path, text }: FolderFile): boolean {
  return /\.(md|markdown)$/i.test(path) && /^#{2,4}[^\S\n]+\[DEC-\d+\]/m.test(text);
}

/** Of one summary or handoff note. */
const MAX_TEXT_CHARACTERS = 256 * 1024;

type Lists = "failures" | "constraints" | "preferences";

class Collector {
  private readonly decisions: Located<PortableDecision>[][] = [];
  private readonly failures: Located<PortableFailure>[] = [];
  private readonly constraints: Located<PortableConstraint>[] = [];
  private readonly preferences: Located<PortablePreference>[] = [];
  private readonly summaries: Located<PortableText>[] = [];
  private readonly latest: Located<PortableText>[] = [];
  private readonly handoffs: Located<PortableText>[] = [];
  private readonly problems: ReadProblem[] = [];
  private readonly passedOver: string[] = [];
  private readonly telemetry: TelemetryRecord[] = [];
  private readonly successors: { readonly old: number; readonly by: number }[] = [];
  private contextConfig: ContextConfig | null = null;
  private filesIndex: FilesIndex | null = null;
  private readonly pins: FilePin[] = [];

  passOver({ path }: FolderFile): void {
    this.passedOver.push(path);
  }

  config({ config, problems }: ReturnType<typeof readConfig>): void {
    this.contextConfig ??= config;
    this.problems.push(...problems);
  }

  entries(file: FolderFile): void {
    const read = readDecisionEntries(file.path, file.text);
    this.problems.push(...read.problems, ...this.nothingIn(file, read, "### [DEC-001] Title"));
    this.decisions.push(...read.records.map((record) => [record]));
  }

  log({ decisions, problems }: ReturnType<typeof readDecisionLines>): void {
    this.problems.push(...problems);
    this.decisions.push(...decisions.map(({ versions }) => [...versions]));
  }

  madr({ records, problems, supersededBy }: ReturnType<typeof readMadr>): void {
    this.problems.push(...problems);
    this.decisions.push(...records.map((record) => [record]));
    const old = records[0]?.value.number ?? null;
    if (old !== null && supersededBy !== null) this.successors.push({ old, by: supersededBy });
  }

  add(list: "failures", read: ReadRecords<PortableFailure>, file?: FolderFile): void;
  add(list: "constraints", read: ReadRecords<PortableConstraint>, file?: FolderFile): void;
  add(list: "preferences", read: ReadRecords<PortablePreference>, file?: FolderFile): void;
  add(list: Lists, read: ReadRecords<never>, file?: FolderFile): void {
    this[list].push(...read.records);
    this.problems.push(...read.problems);
    if (file)
      this.problems.push(
        ...this.nothingIn(file, read, list === "constraints" ? "### [CON-001] Title" : "### [PREF-001] Title"),
      );
  }

  private nothingIn({ path, text }: FolderFile, read: ReadRecords<unknown>, form: string): ReadProblem[] {
    if (read.records.length > 0 || read.problems.length > 0 || !/^[^#\s]/m.test(text)) return [];
    const message = `There is no entry in it. Begin each with a heading such as ${form}.`;
    return [{ file: path, line: 1, field: null, message }];
  }

  chapters({ path, text }: FolderFile): void {
    if (text.trim() === "") return;
    for (const { body, line } of readSummaryChapters(text)) {
      const value = textRecord(null, `${path}:${line}`, writeSessionSummary(body));
      this.summaries.push({ value, file: path, line });
    }
  }

  /** A note of this length is no note; reading its sections would take as long as nobody waits. */
  private isTooLong({ path, text }: FolderFile, most: number): boolean {
    if (text.length <= most) return false;
    const message = `The file has ${text.length} characters; ${most} is the most. Shorten it; it was left out.`;
    this.problems.push({ file: path, line: null, field: null, message });
    return true;
  }

  summary(file: FolderFile): void {
    if (this.isTooLong(file, MAX_TEXT_CHARACTERS)) return;
    const { path, text } = file;
    const number = Number(/(\d{1,9})\.md$/i.exec(path)?.[1] ?? 0);
    const value = textRecord(number > 0 ? number : null, path, canonicalSummary(text));
    this.summaries.push({ value, file: path, line: 1 });
  }

  latestSummary(file: FolderFile): void {
    const { path, text } = file;
    if (text.trim() === "" || this.isTooLong(file, MAX_TEXT_CHARACTERS)) return;
    this.latest.push({ value: textRecord(null, path, canonicalSummary(text)), file: path, line: 1 });
  }

  handoff(file: FolderFile): void {
    const { path, text } = file;
    if (text.trim() === "" || this.isTooLong(file, MAX_TEXT_CHARACTERS)) return;
    this.handoffs.push({ value: textRecord(null, path, text), file: path, line: 1 });
  }

  files({ path, text }: FolderFile): void {
    const { index, problems } = readFilesIndex(path, text);
    this.filesIndex ??= index;
    this.problems.push(...problems);
  }

  priorities({ path, text }: FolderFile): void {
    const { pins, problems } = readPins(path, text);
    this.pins.push(...pins);
    this.problems.push(...problems);
  }

  telemetryOf({ path, text }: FolderFile): void {
    const { records, damaged } = parseTelemetry(text);
    this.telemetry.push(...records);
    for (const { line, message } of damaged) this.problems.push({ file: path, line, field: null, message });
  }

  close(): Folder {
    const known = new Set(this.summaries.map(({ value }) => value.markdown));
    // The latest summary is a copy of one in summaries/, unless it came alone.
    const lone = this.latest.filter(({ value }) => !known.has(value.markdown));
    return {
      decisions: this.once(
        "decision",
        this.decisions.map((versions) => this.withSuccessors(versions)),
        (one) => one,
      ),
      failures: this.once("failure", this.failures, (one) => [one]),
      constraints: this.once("constraint", this.constraints, (one) => [one]),
      preferences: this.once("preference", this.preferences, (one) => [one]),
      summaries: [...this.once("summary", this.summaries, (one) => [one]), ...lone],
      handoffs: this.handoffs,
      config: this.contextConfig,
      index: this.filesIndex,
      pins: this.pins,
      telemetry: this.telemetry,
      problems: this.problems,
      passedOver: this.passedOver,
    };
  }

  /** A record that says by whom it was superseded makes its successor say so too. */
  private withSuccessors(versions: Located<PortableDecision>[]): Located<PortableDecision>[] {
    const last = versions.at(-1);
    if (!last) return versions;
    const added = this.successors.filter(
      ({ by, old }) => by === last.value.number && !last.value.supersedes.includes(old),
    );
    if (added.length === 0) return versions;
    const supersedes = [...last.value.supersedes, ...added.map(({ old }) => old)];
    return [...versions.slice(0, -1), { ...last, value: { ...last.value, supersedes } }];
  }

  /** Of records of one name the first counts, or the one with more history; a second of another title is named. */
  private once<T>(
    kind: string,
    list: readonly T[],
    versionsOf: (one: T) => readonly Located<{ readonly key: string; readonly title: string }>[],
  ): T[] {
    const kept = new Map<string, T>();
    for (const one of list) {
      const newest = versionsOf(one).at(-1);
      if (!newest) continue;
      const before = kept.get(newest.value.key);
      const first = before === undefined ? undefined : versionsOf(before).at(-1);
      if (before === undefined || versionsOf(one).length > versionsOf(before).length) kept.set(newest.value.key, one);
      if (first !== undefined && first.value.title !== newest.value.title) {
        const message = `${newest.value.key} stands twice, also in ${first.file}. One of them counts; give the other ${kind} its own number.`;
        this.problems.push({ file: newest.file, line: newest.line, field: "number", message });
      }
    }
    return [...kept.values()];
  }
}

function textRecord(number: number | null, key: string, markdown: string): PortableText {
  return { number, key, title: "", status: "", author: NOBODY, recordedAt: "", markdown };
}
