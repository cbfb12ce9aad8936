import { type SafeText, safeText, safeTextWithCount } from "../redact/safe-text";
import { canonicalJson } from "./canonical-json";
import { cutText, type Sha256, stubBinary } from "./clean";
import { describeCall } from "./describe-call";
import type { IngestEvent } from "./ingest-batch";
import type { Client, EventKind, Outcome, ToolClass } from "./kinds";
import { MAX_LABEL_CHARACTERS } from "./limits";
import { estimateTokens } from "./tokens";

/**
 * What is stored of one event. Everything that a person or an agent wrote has passed the funnel; numbers are taken
 * from the text as it is stored, so that the same upload always gives the same row.
 */
export interface PreparedEvent {
  readonly id: SafeText;
  readonly thread: SafeText;
  readonly seq: number;
  readonly kind: EventKind;
  readonly atMs: number;
  readonly requestId: SafeText | null;
  readonly tool: SafeText | null;
  readonly toolClass: ToolClass | null;
  readonly callId: SafeText | null;
  readonly target: SafeText | null;
  readonly outcome: Outcome | null;
  readonly exitCode: number | null;
  readonly skill: SafeText | null;
  readonly path: SafeText | null;
  /** One line for lists, at most 200 characters. */
  readonly label: SafeText;
  readonly text: SafeText;
  readonly tokens: number;
  /** True when the provider counted the tokens, false for our estimate. */
  readonly tokensReported: boolean;
  /** Secrets taken out of the text. */
  readonly redactions: number;
}

/** A validated event; `input` is JSON by construction, because the request was parsed from JSON. */
export type CheckedEvent = Omit<IngestEvent, "input"> & { readonly input?: unknown };

/** What a result takes over from its call. */
export type CallFacts = Pick<PreparedEvent, "tool" | "toolClass" | "target" | "label">;

/**
 * Facts of one validated event. A result does not know its call here: `withCallFacts` adds what the call tells, at
 * ingest when both are in one batch, else by the analysis. Either way the row ends the same.
 */
export function prepareEvent(client: Client, event: CheckedEvent, sha256?: Sha256): PreparedEvent {
  const { text, redactions } = safeTextWithCount(textOf(event, sha256));
  const tool = event.tool === undefined ? null : safeName(event.tool);
  const call = event.kind === "tool_call" ? describeCall(client, tool ?? "", text) : null;
  return {
    id: safeText(event.id),
    thread: safeName(event.thread),
    seq: event.seq,
    kind: event.kind,
    atMs: Date.parse(event.at),
    requestId: optional(event.requestId),
    tool,
    toolClass: call ? call.toolClass : classByName(client, tool),
    callId: optional(event.callId),
    target: optional(call?.target ?? undefined),
    outcome: event.outcome ?? null,
    exitCode: event.exitCode ?? null,
    skill: optional(event.skill),
    path: optional(event.path),
    label: labelOf(event, call?.label ?? null, text),
    text,
    tokens: event.tokens ?? estimateTokens(text),
    tokensReported: event.tokens !== undefined,
    redactions,
  };
}

/** A result with the name, class, target and label of its call. */
export function withCallFacts(result: PreparedEvent, call: CallFacts): PreparedEvent {
  return { ...result, ...callFactsOf(call) };
}

export function callFactsOf({ tool, toolClass, target, label }: CallFacts): CallFacts {
  return { tool, toolClass, target, label };
}

/** Kinds that answer a call, whatever the client made of the answer. */
export function isResultKind(kind: EventKind): boolean {
  return kind !== "tool_call" && kind !== "assistant_message" && kind !== "thinking" && kind !== "user_prompt";
}

function textOf(event: CheckedEvent, sha256: Sha256 | undefined): string {
  return event.input === undefined ? stubBinary(event.text, sha256) : canonicalJson(event.input, sha256);
}

const MAX_REMEMBERED_NAMES = 1_000;
const safeNames = new Map<string, SafeText>();

/** Threads and tools have few names that come with every event; each passes the funnel once. */
function safeName(name: string): SafeText {
  const known = safeNames.get(name);
  if (known !== undefined) return known;
  const safe = safeText(name);
  if (safeNames.size >= MAX_REMEMBERED_NAMES) safeNames.clear();
  safeNames.set(name, safe);
  return safe;
}

function optional(value: string | undefined): SafeText | null {
  return value === undefined ? null : safeText(value);
}

/** The class that a tool's name alone gives away; arguments may tell more (a shell that runs tests). */
function classByName(client: Client, tool: SafeText | null): ToolClass | null {
  return tool === null ? null : describeCall(client, tool, "").toolClass;
}

function labelOf(event: CheckedEvent, callLabel: string | null, text: SafeText): SafeText {
  const named = callLabel ?? namedLabel(event);
  return safeText(cutText(named ?? firstLine(text), MAX_LABEL_CHARACTERS));
}

function namedLabel(event: CheckedEvent): string | null {
  if (event.kind === "skill_load") return event.skill ?? event.path ?? null;
  if (event.kind === "rule_injection") return event.path ?? null;
  return event.callId !== undefined && event.tool !== undefined ? event.tool : null;
}

/** The first line that is not blank, looked for in the head of the text only: texts can have megabytes. */
function firstLine(text: string): string {
  const head = text.slice(0, 4 * MAX_LABEL_CHARACTERS).trimStart();
  const end = head.indexOf("\n");
  return (end < 0 ? head : head.slice(0, end)).trimEnd();
}
