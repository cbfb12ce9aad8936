import { canonicalJson } from "../events/canonical-json";
import { describeCall } from "../events/describe-call";
import { type Client, EVENT_KIND_NAMES, OUTCOMES, TOOL_CLASSES } from "../events/kinds";
import { isResultKind } from "../events/prepare";
import type { SessionEvent } from "./model";
import { oneOf } from "./one-of";

/** An event as it was uploaded: what a server stores of it, or what a parser read from a transcript. */
export interface StoredEvent {
  readonly entryId: string;
  readonly thread: string;
  readonly seq: number;
  readonly kind: string;
  readonly at: Date;
  readonly requestId: string | null;
  readonly tool: string | null;
  readonly toolClass: string | null;
  readonly callId: string | null;
  readonly target: string | null;
  readonly outcome: string | null;
  readonly exitCode: number | null;
  readonly skill: string | null;
  readonly path: string | null;
  readonly label: string;
  /** SHA-256 of the text, as a Buffer. */
  readonly hash: { toString(encoding: "base64"): string };
  readonly tokens: number;
  readonly text: string;
}

/** SHA-256 of a text in base64. */
export type Digest = (text: string) => string;

type CallView = Pick<
  SessionEvent,
  "tool" | "toolClass" | "target" | "paths" | "command" | "range" | "mutates" | "paramsKey"
>;

/** Events as the pipeline reads them: calls described, calls and results paired. */
export function toSessionEvents(client: Client, events: readonly StoredEvent[], digest: Digest): SessionEvent[] {
  const { callOf, resultOf } = pairUp(events);
  const views = new Map<StoredEvent, CallView>();
  for (const event of events) if (event.kind === "tool_call") views.set(event, viewOfCall(client, event, digest));
  return events.map((event) => {
    const call = callOf.get(event);
    const view = views.get(call ?? event) ?? viewOfOther(event);
    const partner = call ?? resultOf.get(event);
    return { ...view, ...ownFacts(event), partner: partner?.entryId ?? null };
  });
}

/** The call of each result and the first result of each call, by thread and call id. */
export function pairUp<Event extends StoredEvent>(
  events: readonly Event[],
): { callOf: Map<Event, Event>; resultOf: Map<Event, Event> } {
  const calls = new Map<string, Event>();
  for (const event of events) if (event.kind === "tool_call" && event.callId !== null) calls.set(pairKey(event), event);
  const callOf = new Map<Event, Event>();
  const resultOf = new Map<Event, Event>();
  for (const event of events) {
    if (event.callId === null || event.kind === "tool_call") continue;
    const call = calls.get(pairKey(event));
    if (!call || !isResultKind(oneOf(EVENT_KIND_NAMES, event.kind, "other"))) continue;
    callOf.set(event, call);
    const known = resultOf.get(call);
    if (!known || event.seq < known.seq) resultOf.set(call, event);
  }
  return { callOf, resultOf };
}

function pairKey({ thread, callId }: StoredEvent): string {
  return `${thread}\n${callId}`;
}

function viewOfCall(client: Client, { tool, toolClass, target, text }: StoredEvent, digest: Digest): CallView {
  const { paths, command, range, mutates } = describeCall(client, tool ?? "", text);
  const known = oneOf(TOOL_CLASSES, toolClass, null);
  return { tool, toolClass: known, target, paths, command, range, mutates, paramsKey: paramsKey(tool, text, digest) };
}

/** The same arguments in another order of keys are the same call. */
function paramsKey(tool: string | null, text: string, digest: Digest): string {
  return digest(`${tool}\n${canonicalArguments(text)}`);
}

function canonicalArguments(text: string): string {
  if (!text.startsWith("{")) return text;
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Events without a call: a skill body or a rule names the file that it came from. */
function viewOfOther({ tool, toolClass, target, path }: StoredEvent): CallView {
  return {
    tool,
    toolClass: oneOf(TOOL_CLASSES, toolClass, null),
    target: target ?? path,
    paths: path === null ? [] : [path],
    command: null,
    range: null,
    mutates: false,
    paramsKey: null,
  };
}

function ownFacts(event: StoredEvent): Omit<SessionEvent, keyof CallView | "partner"> {
  return {
    ref: event.entryId,
    thread: event.thread,
    seq: event.seq,
    atMs: event.at.getTime(),
    kind: oneOf(EVENT_KIND_NAMES, event.kind, "other"),
    callId: event.callId,
    contentKey: event.hash.toString("base64"),
    outcome: oneOf(OUTCOMES, event.outcome, null),
    exitCode: event.exitCode,
    skill: event.skill,
    requestId: event.requestId,
    tokens: event.tokens,
    text: event.text,
  };
}
