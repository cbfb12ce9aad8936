import { isResultKind } from "../events/prepare";
import { commandTitle } from "../failures/command-title";
import type { SessionFailure } from "../failures/group-failures";
import { succeeded } from "../prune/outcome";
import type { Entry } from "../prune/timeline";
import { oneLine } from "./todos";

/** A failure of the session with its number in the project. */
export interface ToldFailure {
  readonly failure: SessionFailure;
  readonly ref: string | null;
}

/** Something that was tried and did not work. */
export interface Approach {
  readonly approach: string;
  readonly reason: string;
  /** What worked in the end; empty while nothing did. */
  readonly lesson: string;
  /** FAIL-n of the registry. */
  readonly ref: string | null;
  /** Entry ids of what shows it: the last failure, and what resolved it. */
  readonly events: readonly string[];
}

const MAX_APPROACH_CHARACTERS = 160;
const MAX_REASON_CHARACTERS = 300;
const MAX_NAMED_FILES = 4;

/**
 * What the session tried without success: commands that failed, by cause, and what the person refused. What failed last
 * stands last. A tool that was used wrongly once, or a look-up without a hit, was no approach.
 */
export function failedApproaches(
  entries: readonly Entry[],
  failures: readonly ToldFailure[],
  short: (path: string) => string,
): Approach[] {
  const byRef = new Map(entries.map((entry) => [entry.event.ref, entry]));
  const failed = failures.flatMap((told) => {
    if (!isWork(told.failure)) return [];
    return [{ order: orderOf(byRef, told.failure), approach: approachOf(told, byRef, short) }];
  });
  const refused = openRefusals(entries).map((entry) => ({ order: entry.order, approach: refusalOf(entry) }));
  return [...failed, ...refused].sort((a, b) => a.order - b.order).map(({ approach }) => approach);
}

export function isWork({ type, isLookup }: SessionFailure): boolean {
  return type !== "tool_error" && !isLookup;
}

/** The registry holds it, or nothing has resolved it yet. */
export function isOpen(failure: SessionFailure): boolean {
  return failure.occurrences.at(-1)?.resolvedBy === null;
}

function orderOf(byRef: ReadonlyMap<string, Entry>, { occurrences }: SessionFailure): number {
  return byRef.get(occurrences.at(-1)?.ref ?? "")?.order ?? 0;
}

function approachOf(
  { failure, ref }: ToldFailure,
  byRef: ReadonlyMap<string, Entry>,
  short: (path: string) => string,
): Approach {
  const last = failure.occurrences.at(-1);
  const tries = failure.occurrences.length;
  const command = commandTitle(failure.command ?? failure.tool, MAX_APPROACH_CHARACTERS);
  return {
    approach: tries > 1 ? `${command} (failed ${tries} times)` : command,
    reason: cut(failure.errorLine, MAX_REASON_CHARACTERS),
    lesson: lessonOf(failure, byRef.get(last?.resolvedBy ?? "") ?? null, short),
    ref,
    events: [last?.ref, last?.resolvedBy].filter((event): event is string => typeof event === "string"),
  };
}

function lessonOf(failure: SessionFailure, success: Entry | null, short: (path: string) => string): string {
  if (success === null) return "";
  const files = failure.changedBeforeSuccess.map(short);
  const named = files.slice(0, MAX_NAMED_FILES).join(", ");
  const rest = files.length > MAX_NAMED_FILES ? ` and ${files.length - MAX_NAMED_FILES} more` : "";
  const after = files.length === 0 ? "" : ` after changes to ${named}${rest}`;
  const { command } = success.event;
  const isSame = command === null || oneLine(command) === oneLine(failure.command ?? "");
  return `${isSame ? "It" : commandTitle(command, MAX_APPROACH_CHARACTERS)} passed${after}.`;
}

/** Calls that the person refused and that did not go through later on the same target. Questions and plans are no work. */
export function openRefusals(entries: readonly Entry[]): Entry[] {
  const open = new Map<string, Entry>();
  for (const entry of entries) {
    const { event } = entry;
    if (!isResultKind(event.kind) || event.toolClass === "ask" || event.toolClass === "todo") continue;
    const key = `${event.tool}\n${event.target ?? event.command ?? ""}`;
    if (event.outcome === "refused") open.set(key, entry);
    else if (succeeded(event)) open.delete(key);
  }
  return [...open.values()];
}

export function refusedCall({ event }: Entry): string {
  const on = event.command === null ? (event.target ?? "") : commandTitle(event.command, MAX_APPROACH_CHARACTERS);
  return cut(`${event.tool ?? "A tool"}${on === "" ? "" : ` ${on}`}`, MAX_APPROACH_CHARACTERS);
}

/** What clients say of a refusal on their own says nothing of why. */
const BY_CLIENT =
  /^(?:the user doesn't want to (?:proceed|take this action)|the tool use was rejected|user (?:rejected|refused|denied)|\[request interrupted|tool (?:use|call) (?:rejected|denied)|permission)/i;
const SAID = /(?:the user said|reason given by the user|user feedback):\s*([\s\S]+)$/i;

function refusalOf(entry: Entry): Approach {
  const { text, ref } = entry.event;
  const said = SAID.exec(text)?.[1] ?? (BY_CLIENT.test(text.trim()) ? "" : text);
  const why = cut(said, MAX_REASON_CHARACTERS);
  return {
    approach: refusedCall(entry),
    reason: why === "" ? "The person refused it." : `The person refused it: ${why}`,
    lesson: "",
    ref: null,
    events: [ref],
  };
}

function cut(text: string, max: number): string {
  const line = oneLine(text);
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}
