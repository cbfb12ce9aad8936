import type { ToolClass } from "../events/kinds";
import { commandTitle } from "../failures/command-title";
import { groupFailures } from "../failures/group-failures";
import { type NoiseClass, PROVEN_CLASSES, type SessionInput } from "../prune/model";
import { questionOf } from "../prune/question";
import { type Entry, timelineOf } from "../prune/timeline";
import { CellTable, type RollupMeasures } from "./cell-table";
import type { NoiseItem } from "./measure";
import { addedMeasures, noiseMeasures, type RollupDims, type RollupKey, rollupKeyOf } from "./rollup";

/** What a call works on, as the charts of files and commands name it. */
export interface Target {
  readonly targetKind: "file" | "command";
  /** A path relative to the session's folder, or the command as it was run, on one line. */
  readonly target: string;
}

export interface TargetKey extends RollupKey, Target {
  /** Of a resolved error: the fingerprint of its command, or its tool and target; empty for all else. */
  readonly question: string;
  /** Of a resolved error: the fingerprint of its failure in the registry's form; empty when it is none. */
  readonly failure: string;
}

export interface TargetRow extends TargetKey, RollupMeasures {}

export interface TargetDims extends RollupDims {
  /** The folder that the session ran in; paths under it are shown without it. */
  readonly cwd: string | null;
}

const READS: ReadonlySet<ToolClass> = new Set(["source_read", "doc_read", "dependency_read"]);
export const MAX_TARGET_CHARACTERS = 200;

/**
 * The file or command of a call or result; null for searches, web pages, sub-agents and all that no tool made. A
 * command that only reads one file (`cat a.ts`) is that file, so that a file read by two tools is one target.
 */
export function targetOf({ event }: Entry, cwd: string | null): Target | null {
  const { tool, toolClass, target, command, paths } = event;
  if (tool === null || event.kind === "skill_load") return null;
  const isRead = toolClass !== null && READS.has(toolClass);
  if (target !== null && (isRead || (command === null && paths.includes(target)))) {
    return { targetKind: "file", target: shortPath(target, cwd) };
  }
  if (command === null || command.trim() === "") return null;
  return { targetKind: "command", target: commandTitle(command, MAX_TARGET_CHARACTERS) };
}

/** Without the session's folder, and of a long path the end, where its name stands. */
function shortPath(path: string, cwd: string | null): string {
  const folder = cwd?.replaceAll("\\", "/").replace(/\/+$/, "");
  const short = folder && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  const characters = Array.from(short);
  return characters.length <= MAX_TARGET_CHARACTERS
    ? short
    : `…${characters.slice(1 - MAX_TARGET_CHARACTERS).join("")}`;
}

const FIELDS = [
  ...(["hourIso", "agent", "skill", "tool", "kind", "pass", "model", "branch", "stage"] as const),
  ...(["targetKind", "target", "question", "failure"] as const),
];

/** Noise that a person can act on; idle events alone would list every file that was ever read. */
const COUNTED: ReadonlySet<NoiseClass> = new Set([...PROVEN_CLASSES, "dropped"]);

/**
 * Files and commands that brought proven or dropped noise into the session, with everything that they brought, cut
 * like the rollup. Rows in ascending order of their keys. Linear in the events.
 */
export function targetRows(session: SessionInput, noise: readonly NoiseItem[], dims: TargetDims): TargetRow[] {
  const { entries, byRef } = timelineOf(session);
  const noisy = new Set<string>();
  for (const item of noise) {
    const target = COUNTED.has(item.class) ? targetAt(byRef.get(item.ref), dims) : null;
    if (target) noisy.add(nameOf(target));
  }
  const table = new CellTable<TargetKey>(FIELDS);
  const add = (entry: Entry, pass: RollupKey["pass"], measures: RollupMeasures, error: ErrorOf) => {
    const target = targetOf(entry, dims.cwd);
    if (target && noisy.has(nameOf(target)))
      table.add({ ...rollupKeyOf(entry, pass, dims), ...target, ...error }, measures);
  };
  for (const entry of noisy.size === 0 ? [] : entries) add(entry, "added", addedMeasures(entry), NO_ERROR);
  const errors = new ResolvedErrors(session);
  for (const item of noise) {
    const entry = byRef.get(item.ref);
    const error = item.class === "resolved-error" ? errors.of(entry, dims.cwd) : NO_ERROR;
    if (entry) add(entry, item.class, noiseMeasures(item), error);
  }
  return table.rows();
}

function targetAt(entry: Entry | undefined, { cwd }: TargetDims): Target | null {
  return entry ? targetOf(entry, cwd) : null;
}

function nameOf({ targetKind, target }: Target): string {
  return `${targetKind}\n${target}`;
}

type ErrorOf = Pick<TargetKey, "question" | "failure">;
const NO_ERROR: ErrorOf = { question: "", failure: "" };

/** What failed, in the words of the failure registry. Failures are only looked for when an error was resolved. */
class ResolvedErrors {
  private fingerprints: ReadonlyMap<string, string> | null = null;

  constructor(private readonly session: SessionInput) {}

  of(entry: Entry | undefined, cwd: string | null): ErrorOf {
    if (!entry) return NO_ERROR;
    this.fingerprints ??= new Map(
      groupFailures(this.session).flatMap(({ occurrences, fingerprint }) =>
        occurrences.map(({ ref }) => [ref, fingerprint] as const),
      ),
    );
    return { question: questionText(entry, cwd), failure: this.fingerprints.get(entry.event.ref) ?? "" };
  }
}

function questionText(entry: Entry, cwd: string | null): string {
  const { command, tool, target } = entry.event;
  if (command !== null) return cut(questionOf(entry)?.key ?? commandTitle(command, MAX_TARGET_CHARACTERS));
  return target === null ? (tool ?? "") : cut(`${tool} on ${shortPath(target, cwd)}`);
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= MAX_TARGET_CHARACTERS ? line : Array.from(line).slice(0, MAX_TARGET_CHARACTERS).join("");
}
