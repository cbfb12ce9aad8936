import { compileGlob } from "../prune/glob";
import type { SessionEvent, SessionInput, SessionRequest } from "../prune/model";
import { STRICT_POLICY } from "../prune/policy";
import { type Entry, timelineOf } from "../prune/timeline";
import { anchorsOf, type Cut, cut } from "./text";

/** One event of the main thread as the measures see it. */
export interface Unit {
  readonly at: number;
  readonly event: SessionEvent;
  readonly tokens: number;
  /** Stretch between compactions: nothing of an earlier one is in the window. */
  readonly segment: number;
  readonly lines: Int32Array;
  readonly names: Int32Array;
  /** What a person wrote, and reads of core files: a policy that shows less of them breaks a promise. */
  readonly mustStay: boolean;
}

/** What the turn that a request began really used, by the numbers that the recording gave lines and names. */
export interface Needs {
  readonly anchors: readonly Int32Array[];
  readonly names: Int32Array;
  readonly paths: Int32Array;
  readonly lines: Int32Array;
}

export interface RecordedRequest {
  readonly request: SessionRequest;
  readonly segment: number;
  /** Units with a smaller number were known when the request was made. */
  readonly knownUnits: number;
  /** First unit of the request's segment. */
  readonly firstUnit: number;
  /** Since the request before it in the thread; null for the first. */
  readonly pauseMs: number | null;
  readonly needs: Needs;
}

export interface Recording {
  readonly session: SessionInput;
  readonly units: readonly Unit[];
  readonly requests: readonly RecordedRequest[];
  readonly numbers: Numbers;
}

/** Gives each line and name a small number. */
export class Numbers {
  private readonly lineNumbers = new Map<string, number>();
  private readonly nameNumbers = new Map<string, number>();
  private readonly lineLengths: number[] = [];

  line(text: string): number {
    const known = this.lineNumbers.get(text);
    if (known !== undefined) return known;
    const number = this.lineNumbers.size;
    this.lineNumbers.set(text, number);
    this.lineLengths.push(text.length);
    return number;
  }

  name(text: string): number {
    const known = this.nameNumbers.get(text);
    if (known !== undefined) return known;
    const number = this.nameNumbers.size;
    this.nameNumbers.set(text, number);
    return number;
  }

  lineLength(number: number): number {
    return this.lineLengths[number] ?? 0;
  }

  of({ lines, names }: Cut): { lines: Int32Array; names: Int32Array } {
    return {
      lines: Int32Array.from(lines, (line) => this.line(line)),
      names: Int32Array.from(names, (name) => this.name(name)),
    };
  }
}

/**
 * Cuts the main thread of a recorded session into units and requests. Events that a rewind took back and the requests
 * that served them are left out; thinking is no unit, since no projection carries it.
 */
export function recordingOf(session: SessionInput, thread = "main"): Recording {
  const numbers = new Numbers();
  const entries = timelineOf(session).entries.filter(
    (entry) => entry.event.thread === thread && entry.visible && entry.event.kind !== "thinking",
  );
  const units = entries.map((entry, at) => unitOf(entry, at, numbers));
  const requests = session.requests
    .filter((request) => request.thread === thread)
    .sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1));
  return { session, units, requests: recordedRequests(units, requests, numbers), numbers };
}

function unitOf({ event, context }: Entry, at: number, numbers: Numbers): Unit {
  const parts = numbers.of(cut(event.text, event.kind === "tool_call"));
  return { at, event, tokens: event.tokens, segment: context.epoch, mustStay: mustStay(event), ...parts };
}

const CORE_FILES = STRICT_POLICY.protectedPaths.flatMap(({ pattern, category }) => {
  const glob = compileGlob(pattern);
  return category === "core" && glob.ok ? [glob.value] : [];
});

const READS: ReadonlySet<string> = new Set(["source_read", "doc_read"]);

function mustStay({ kind, toolClass, outcome, paths }: SessionEvent): boolean {
  if (kind === "user_prompt") return true;
  if (kind !== "tool_result" || !READS.has(toolClass ?? "") || outcome !== "ok") return false;
  return paths.some((path) => CORE_FILES.some((glob) => glob.matches(path)));
}

function recordedRequests(
  units: readonly Unit[],
  requests: readonly SessionRequest[],
  numbers: Numbers,
): RecordedRequest[] {
  const recorded: RecordedRequest[] = [];
  const firstUnits = firstUnitsOf(units);
  let known = 0;
  requests.forEach((request, index) => {
    while (known < units.length && (units[known]?.event.seq ?? 0) < request.seq) known++;
    const next = requests[index + 1]?.seq ?? Number.POSITIVE_INFINITY;
    const output = outputOf(units, known, next);
    const first = output[0];
    if (first === undefined) return;
    const segment = first.segment;
    const before = recorded.at(-1);
    recorded.push({
      request,
      segment,
      knownUnits: known,
      firstUnit: firstUnits.get(segment) ?? known,
      pauseMs: before === undefined ? null : request.atMs - before.request.atMs,
      needs: needsOf(output, numbers),
    });
  });
  return recorded;
}

function firstUnitsOf(units: readonly Unit[]): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  for (const { segment, at } of units) if (!first.has(segment)) first.set(segment, at);
  return first;
}

/** What the model wrote in answer: its text and the arguments of its calls. */
function outputOf(units: readonly Unit[], from: number, nextSeq: number): Unit[] {
  const output: Unit[] = [];
  for (let at = from; at < units.length; at++) {
    const unit = units[at];
    if (unit === undefined || unit.event.seq >= nextSeq) break;
    if (unit.event.kind === "assistant_message" || unit.event.kind === "tool_call") output.push(unit);
  }
  return output;
}

/**
 * The paths that a call works on, as the model wrote them: the event holds them resolved, and a model that was shown
 * `src/a.ts` asks for `src/a.ts`.
 */
function pathArguments({ text, paths }: SessionEvent): string[] {
  if (paths.length === 0) return [];
  return cut(text, true).names.filter((name) => paths.some((path) => path === name || path.endsWith(`/${name}`)));
}

function needsOf(output: readonly Unit[], numbers: Numbers): Needs {
  const names = new Set<number>();
  const lines = new Set<number>();
  const paths = new Set<number>();
  const anchors: Int32Array[] = [];
  for (const { event, names: ownNames, lines: ownLines } of output) {
    for (const name of ownNames) names.add(name);
    for (const line of ownLines) lines.add(line);
    if (event.kind !== "tool_call") continue;
    for (const path of pathArguments(event)) paths.add(numbers.name(path));
    for (const anchor of anchorsOf(event.text)) anchors.push(Int32Array.from(anchor, (line) => numbers.line(line)));
  }
  return { anchors, names: Int32Array.from(names), lines: Int32Array.from(lines), paths: Int32Array.from(paths) };
}
