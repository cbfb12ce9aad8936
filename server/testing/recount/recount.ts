import { type Fields, textAt } from "./json-text";
import { type Call, type Cut, type Item, type Reading, readTranscript, type TranscriptFile } from "./read-transcript";
import { type Look, lookOfLine, type Question, questionOfLine, under } from "./shell-lines";

type ProvenClass = "duplicate" | "resolved-error" | "superseded";

/** Tokens, but for `events`. `carried` is that of all proven noise. */
export interface Sums {
  readonly added: number;
  readonly events: number;
  readonly duplicate: number;
  readonly resolvedError: number;
  readonly superseded: number;
  readonly carried: number;
}

export interface Recount {
  readonly agents: Record<string, Sums>;
  readonly skills: Record<string, { readonly load: Sums; readonly under: Sums }>;
}

interface NoisyItem {
  readonly id: string;
  readonly noise: ProvenClass;
  readonly tokens: number;
  readonly carried: number;
}

interface Place {
  readonly item: Item;
  readonly agent: string;
  /** Thread and epoch. */
  readonly window: string;
  readonly isVisible: boolean;
  readonly turn: number;
  readonly skill: string | null;
  readonly look: Look;
  order: number;
}

interface Found {
  readonly noise: ProvenClass;
  readonly since: number;
}

/**
 * Noise of one Claude Code session, recounted from its files by the words of docs/adr/0003 and 0004: proven noise by
 * class and what it carried, per agent and per skill. Written to be compared with what the pages show, so it shares no
 * code with them but the redaction and the token estimate. Idle noise is left out: its definition rests on every
 * delaying protection, and it is no part of the headline.
 */
export function recount(files: readonly TranscriptFile[]): Recount & { readonly noisy: NoisyItem[] } {
  const { places, requestsAfter } = placeAll(readTranscript(files));
  const judged = places.filter((place) => place.isVisible && place.agent !== "auxiliary");
  const found = new Map<Place, Found>();
  findDuplicates(places, judged, found);
  findResolvedErrors(judged, found);
  findSupersededReads(judged, found);
  for (const place of keptForWhatTheyAre(judged)) found.delete(place);
  const noiseOf = (place: Place): NoisyItem | null => {
    const one = found.get(place);
    const { id, tokens } = place.item;
    return one ? { id, noise: one.noise, tokens, carried: tokens * requestsAfter(place, one.since) } : null;
  };
  const sums = (wanted: (place: Place) => boolean) => sumUp(places.filter(wanted), noiseOf);
  const agents = [...new Set(places.map((place) => place.agent))];
  const skills = [...new Set(places.flatMap((place) => place.skill ?? []))];
  const isLoad = ({ item }: Place) => item.kind === "skill";
  return {
    agents: Object.fromEntries(agents.map((agent) => [agent, sums((place) => place.agent === agent)])),
    skills: Object.fromEntries(
      skills.map((skill) => [
        skill,
        {
          load: sums((place) => place.skill === skill && isLoad(place)),
          under: sums((place) => place.skill === skill && !isLoad(place)),
        },
      ]),
    ),
    noisy: places.flatMap((place) => noiseOf(place) ?? []),
  };
}

function sumUp(places: readonly Place[], noiseOf: (place: Place) => NoisyItem | null): Sums {
  const noisy = places.flatMap((place) => noiseOf(place) ?? []);
  const tokens = (items: readonly { tokens: number }[]) => items.reduce((total, item) => total + item.tokens, 0);
  return {
    added: tokens(places.map(({ item }) => item)),
    events: places.length,
    duplicate: tokens(noisy.filter(({ noise }) => noise === "duplicate")),
    resolvedError: tokens(noisy.filter(({ noise }) => noise === "resolved-error")),
    superseded: tokens(noisy.filter(({ noise }) => noise === "superseded")),
    carried: noisy.reduce((total, item) => total + item.carried, 0),
  };
}

// --- docs/adr/0003: turns, epochs, windows

function placeAll({ items, requests, cuts, agents }: Reading) {
  const epochOf = new Map<string, (place: number) => { epoch: number; isVisible: boolean }>();
  const epochAt = (thread: string, place: number) => {
    const known = epochOf.get(thread) ?? epochsOf(cuts.filter((cut) => cut.thread === thread));
    epochOf.set(thread, known);
    return known(place);
  };
  const places: Place[] = [];
  const skills = new Map<string, string | null>();
  const sorted = items.toSorted((a, b) => a.place - b.place);
  for (const item of sorted) {
    const { thread, kind, place } = item;
    if (kind === "prompt") skills.set(thread, null);
    if (kind === "skill") skills.set(thread, item.skill);
    const { epoch, isVisible } = epochAt(thread, place);
    places.push({
      ...{ item, isVisible, agent: agents.get(thread) ?? thread, window: `${thread} ${epoch}`, order: 0 },
      turn: (requests.get(thread) ?? []).filter((request) => request <= place).length,
      skill: item.skill ?? skills.get(thread) ?? null,
      look: lookOf(item.call),
    });
  }
  const requestsAfter = ({ item, window, turn }: Place, since: number) =>
    (requests.get(item.thread) ?? []).filter((request, index) => {
      const { epoch, isVisible } = epochAt(item.thread, request);
      return index + 1 > Math.max(turn, since) && isVisible && `${item.thread} ${epoch}` === window;
    }).length;
  return { places: inOrder(places), requestsAfter };
}

/** A compaction or clear starts the next epoch; a rewind hides what it left and goes on in the epoch of its target. */
function epochsOf(cuts: readonly Cut[]) {
  const starts = [{ place: Number.NEGATIVE_INFINITY, epoch: 0 }];
  const hidden: [number, number][] = [];
  let last = 0;
  const epochAt = (place: number) => starts.findLast((start) => start.place <= place)?.epoch ?? 0;
  for (const { place, backTo } of cuts.toSorted((a, b) => a.place - b.place)) {
    if (backTo === null) starts.push({ place, epoch: ++last });
    else if (backTo < place) {
      hidden.push([backTo, place]);
      starts.push({ place, epoch: epochAt(backTo) });
    }
  }
  return (place: number) => ({
    epoch: epochAt(place),
    isVisible: !hidden.some(([from, to]) => from < place && place < to),
  });
}

/** Inside a thread by position; between threads by time, and a clock that goes back counts as standing still. */
function inOrder(places: readonly Place[]): Place[] {
  const clocks = new Map<string, number>();
  const byThread = places.toSorted((a, b) =>
    a.item.thread < b.item.thread ? -1 : a.item.thread > b.item.thread ? 1 : 0,
  );
  const timed = byThread.map((place) => {
    const atMs = Math.max(place.item.atMs, clocks.get(place.item.thread) ?? 0);
    clocks.set(place.item.thread, atMs);
    return { place, atMs };
  });
  const ordered = timed.sort((a, b) => a.atMs - b.atMs).map(({ place }) => place);
  for (const [order, place] of ordered.entries()) place.order = order;
  return ordered;
}

// --- what a call works on

const NOTHING: Look = { target: null, paths: [], changes: false, isRead: false, range: null };

function lookOf(call: Call | null): Look {
  if (call === null) return NOTHING;
  const { tool, args } = call;
  if (tool === "Bash") return lookOfLine(textAt(args, "command") ?? "");
  const path = textAt(args, "file_path") ?? textAt(args, "notebook_path");
  if (/^(Read|Edit|MultiEdit|Write|NotebookEdit)$/.test(tool) && path !== null) {
    const target = under(path, null);
    const isRead = tool === "Read";
    return { target, paths: [target], changes: !isRead, isRead, range: isRead ? rangeOfRead(args) : null };
  }
  const target =
    (TARGETS[tool] ?? ["query", "name", "id"]).map((key) => textAt(args, key)).find((named) => named) ?? null;
  const place = /^(Grep|Glob)$/.test(tool) ? textAt(args, "path") : null;
  return { ...NOTHING, target, paths: place === null ? [] : [under(place, null)] };
}

/** Which argument says what a call works on, where it is no file. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  Grep: ["pattern"],
  Glob: ["pattern"],
  LS: ["path"],
  WebFetch: ["url"],
  Skill: ["skill"],
  Task: ["description"],
  Agent: ["description"],
  TaskCreate: ["subject"],
  TaskUpdate: ["taskId"],
  TaskOutput: ["task_id"],
  BashOutput: ["bash_id"],
  KillShell: ["shell_id"],
};

function rangeOfRead(args: Fields): Look["range"] {
  const { offset, limit, pages } = args;
  const first = Math.max(1, Number(offset ?? 1));
  if (pages !== undefined) return [1, null];
  if (limit !== undefined) return [first, first + Math.max(1, Number(limit)) - 1];
  return offset === undefined ? null : [first, null];
}

const names = ({ look }: Place): string[] => (look.target === null ? look.paths : [look.target, ...look.paths]);
const isGraph = (tool: string): boolean => /graph(?!ql)|find_?references|find_?symbol|call_?hierarchy/i.test(tool);

// --- docs/adr/0004: the rules, in their order

/** Equal results, equal skill bodies and equal graph answers of one window, with no change of the target between. */
function findDuplicates(all: readonly Place[], judged: readonly Place[], found: Map<Place, Found>): void {
  const changed = new Map<string, number>();
  const originals = new Map<string, Place>();
  const keys = new Map(judged.map((place) => [place, sameness(place)]));
  for (const place of all) {
    const key = keys.get(place) ?? null;
    const original = key === null ? undefined : originals.get(key);
    if (original !== undefined && (changed.get(subject(place)) ?? -1) <= original.order) {
      found.set(place, { noise: "duplicate", since: place.turn });
    } else if (key !== null) originals.set(key, place);
    for (const name of changesOf(place)) changed.set(name, place.order);
  }
}

/** The files that an event is known to change. What was refused changed nothing. */
function changesOf(place: Place): string[] {
  return place.look.changes && place.item.call?.outcome !== "refused" ? [ANY, ...names(place)] : [];
}

/** What must not have changed: nothing for a skill, every file for a graph and for a call without a target. */
function subject({ item, look }: Place): string {
  if (item.kind === "skill") return NO_FILE;
  return isGraph(item.call?.tool ?? "") ? ANY : (look.target ?? ANY);
}

const NO_FILE = "";
/** Stands for every file. */
const ANY = "*";

function sameness({ item, window }: Place): string | null {
  if (item.tokens === 0) return null;
  if (item.kind === "skill") return `${window}\nskill ${item.skill}\n${item.text}`;
  if (item.call === null || (item.kind !== "result" && item.kind !== "agent-output")) return null;
  if (item.outcome !== "ok" && item.outcome !== "error") return null;
  if (isGraph(item.call.tool)) return item.outcome === "ok" ? `${window}\n${symbolsOf(item.text)}` : null;
  return `${window}\n${item.call.key}\n${item.text}`;
}

/** Words, numbers and paths of a graph answer; their order says nothing. */
function symbolsOf(text: string): string {
  return [...new Set(text.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$.:/-]*/gu))].sort().join("\n");
}

function findResolvedErrors(judged: readonly Place[], found: Map<Place, Found>): void {
  const sweep = new ErrorSweep(found);
  for (const place of judged) {
    const { kind, call, outcome, text } = place.item;
    if (kind !== "result" || call === null) continue;
    const question = questionOf(call, place.look);
    if (outcome === "error" && question !== null) sweep.fail({ place, question });
    const proves = outcome === "ok" && (!question?.isHidden || saysSuccess(text));
    if (proves && !place.look.changes) sweep.look(place);
    if (proves && question !== null) sweep.succeed(place, question);
  }
}

interface Failure {
  readonly place: Place;
  readonly question: Question;
}

class ErrorSweep {
  /** By window. */
  private readonly open = new Map<string, Failure[]>();
  /** Failed writes that were repeated with success, by window and target. */
  private readonly unseen = new Map<string, Failure[]>();

  constructor(private readonly found: Map<Place, Found>) {}

  fail(failure: Failure): void {
    push(this.open, failure.place.window, failure);
  }

  look(place: Place): void {
    if (place.look.target === null) return;
    for (const failure of takeAll(this.unseen, spotOf(place))) this.settle(failure, place.turn);
  }

  succeed(place: Place, question: Question): void {
    for (const failure of takeAll(this.open, place.window)) {
      if (!answers(question, failure.question)) this.fail(failure);
      else if (isFailedWrite(failure)) push(this.unseen, spotOf(place), failure);
      else this.settle(failure, place.turn);
    }
  }

  private settle({ place }: Failure, since: number): void {
    if (!this.found.has(place)) this.found.set(place, { noise: "resolved-error", since });
  }
}

const spotOf = ({ window, look }: Place): string => `${window}\n${look.target}`;

/** It may have had effects, so it waits until its target is looked at. A shell line tells by its exit code. */
const isFailedWrite = ({ place }: Failure): boolean => place.look.changes && place.item.call?.tool !== "Bash";

function push(lists: Map<string, Failure[]>, key: string, failure: Failure): void {
  lists.set(key, [...(lists.get(key) ?? []), failure]);
}

function takeAll(lists: Map<string, Failure[]>, key: string): Failure[] {
  const list = lists.get(key) ?? [];
  lists.delete(key);
  return list;
}

function questionOf({ tool, args, key }: Call, { target }: Look): Question | null {
  if (tool === "Bash") return questionOfLine(textAt(args, "command") ?? "");
  const about = target === null ? key : `${tool} on ${target}`;
  return { key: about, family: about, isWhole: true, folder: null, isHidden: false };
}

function answers(success: Question, failure: Question): boolean {
  if (success.folder !== null && failure.folder !== null && success.folder !== failure.folder) return false;
  return success.isWhole ? success.family === failure.family : success.key === failure.key;
}

/** The output itself reports success and no failure. */
function saysSuccess(text: string): boolean {
  const plain = text.replace(/\b(0|no) (failed|failures?|fail|errors?|problems?|issues?)\b/gi, "passed");
  if (/\b(fail(ed|ures?|ing|s)?|errors?|panic(ked)?|traceback|exception)\b|✗|✘|×/i.test(plain)) return false;
  return /\b(pass(ed|es|ing)?|ok|success(ful(ly)?)?|succeeded|compiled|built)\b|✓|✔/i.test(plain);
}

function findSupersededReads(judged: readonly Place[], found: Map<Place, Found>): void {
  const shown = new Map<string, Place[]>();
  for (const place of judged) {
    const { item, look, turn } = place;
    const isWrite = item.call?.tool === "Write";
    if (item.kind !== "result" || item.outcome !== "ok" || look.target === null || !(look.isRead || isWrite)) continue;
    const spot = spotOf(place);
    const older = shown.get(spot) ?? [];
    const isDuplicate = found.get(place)?.noise === "duplicate";
    const stale = isDuplicate ? [] : older.filter((read) => covers(look.range, isWrite, read.look.range));
    for (const read of stale)
      if (read.look.isRead && !found.has(read)) found.set(read, { noise: "superseded", since: turn });
    shown.set(spot, [...older.filter((read) => !stale.includes(read)), place]);
  }
}

function covers(newer: Look["range"], isWrite: boolean, older: Look["range"]): boolean {
  if (newer === null || isWrite) return true;
  const [first, last] = newer;
  if (last === null || older === null || older[1] === null) return false;
  return first <= older[0] && last >= older[1];
}

/** The patterns of the default policy. */
const CORE_AND_SAFETY =
  /(^|\/)(agent-orchestration\.md|AGENTS\.md|CLAUDE(\.local)?\.md|GEMINI\.md|\.cursor\/rules\/.*|\.cursorrules|STATE\.md|PLAN\.md|DECISIONS\.jsonl|\.context\/decisions\/.*|FAILURES\.json|CONSTRAINTS\.md|\.context\/(handoff|session-latest)\.md)$/i;

/** Core and safety files, answers of the person, and the plan that was accepted last. */
function keptForWhatTheyAre(judged: readonly Place[]): Place[] {
  const plans = new Map<string, Place>();
  for (const place of judged) {
    const { kind, call, outcome } = place.item;
    if (kind === "result" && call?.tool === "ExitPlanMode" && outcome === "ok") plans.set(place.window, place);
  }
  return judged.filter((place) => {
    const isAnswer = place.item.call?.tool === "AskUserQuestion";
    return isAnswer || plans.get(place.window) === place || names(place).some((name) => CORE_AND_SAFETY.test(name));
  });
}
