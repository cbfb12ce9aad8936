import type { SessionEvent } from "../prune/model";
import type { ProjectedItem } from "../prune/projection";
import { type CallInput, callInputOf } from "./call-input";
import { CallNames, toolNameOf } from "./call-names";
import type { LeftOut } from "./formats";
import { labelOf, NO_TEXT, OPENING_NOTE, omittedNote, unfinishedNote } from "./labels";

/** A thread's projection, with a way back to the events for what an item does not carry. */
export interface ProjectionSource {
  readonly items: readonly ProjectedItem[];
  eventOf(ref: string): SessionEvent | undefined;
  /** So many older events were cut off to keep the answer small. */
  readonly omittedEvents?: number;
}

export type Part =
  | { readonly type: "text"; readonly label: string; readonly text: string; readonly marker: string }
  | ({ readonly type: "call"; readonly id: string; readonly name: string } & CallInput)
  | {
      readonly type: "result";
      readonly id: string;
      readonly text: string;
      readonly marker: string;
      readonly isError: boolean;
    };

export interface Turn {
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
}

export interface Dialogue {
  readonly turns: readonly Turn[];
  readonly leftOut: LeftOut;
}

/**
 * The projection as both model APIs understand it: two roles that take turns, the user first; calls last in an
 * assistant's turn, and all their results first in the user's turn right behind it. A result that came late moves up to
 * its call; nothing else changes its place.
 *
 * Everything that is neither the assistant's text nor a call goes to the user's side as text, under a line that says
 * what it is: system notes and rules too, because their place in the session tells more than a system prompt would, and
 * whoever resumes brings a system prompt of their own. Thinking is always left out: APIs take it back only
 * byte-identical and signed, and the server holds a cleaned text. Calls without a result are left out with a note.
 */
export function dialogueOf(source: ProjectionSource): Dialogue {
  const writer = new DialogueWriter(source);
  if (source.omittedEvents) writer.note(omittedNote(source.omittedEvents));
  for (const item of source.items) writer.add(item);
  return writer.end();
}

interface OpenCall {
  readonly call: ProjectedItem;
  readonly result: ProjectedItem;
  readonly id: string;
}

interface MutableTurn {
  readonly role: Turn["role"];
  readonly parts: Part[];
}

class DialogueWriter {
  private readonly turns: MutableTurn[] = [];
  private readonly names = new CallNames();
  private readonly pairs: ResultPairs;
  /** Calls of the assistant's turn at hand whose results have yet to be written. */
  private open: OpenCall[] = [];
  private notes: string[] = [];
  private requestId: string | null = null;
  private sawResult = false;
  private thinking = 0;
  private readonly unfinishedCalls: string[] = [];

  constructor(private readonly source: ProjectionSource) {
    this.pairs = pairUp(source.items);
  }

  add(item: ProjectedItem): void {
    if (item.kind === "thinking") this.thinking++;
    else if (item.kind === "assistant_message") this.say(item);
    else if (item.kind === "tool_call") this.call(item);
    else if (this.pairs.paired.has(item.ref)) this.sawResult = true;
    else this.tell(item);
  }

  note(text: string): void {
    this.push("user", { type: "text", label: "", text, marker: "" });
  }

  end(): Dialogue {
    this.closeCalls();
    return { turns: this.turns, leftOut: { thinking: this.thinking, unfinishedCalls: this.unfinishedCalls } };
  }

  /** Text behind a call belongs to the next message: the API wants results right behind the message with the calls. */
  private say(item: ProjectedItem): void {
    this.closeCalls();
    if (isBlank(item.text)) return;
    this.push("assistant", { type: "text", label: "", text: item.text, marker: "" });
    this.requestId = item.requestId;
  }

  private call(item: ProjectedItem): void {
    if (!this.belongsToOpenCalls(item)) this.closeCalls();
    this.requestId = item.requestId;
    const result = this.pairs.resultOf.get(item.ref);
    if (result === undefined) {
      this.unfinishedCalls.push(item.ref);
      this.notes.push(unfinishedNote(item));
      return;
    }
    const id = this.names.idOf(item.callId, item.ref);
    const name = toolNameOf(item.tool);
    this.push("assistant", { type: "call", id, name, ...callInputOf(item.text, item.residency === "full") });
    this.open.push({ call: item, result, id });
  }

  /** Calls of one response stay one message, also when a client wrote each result behind its own call. */
  private belongsToOpenCalls(item: ProjectedItem): boolean {
    if (item.requestId !== this.requestId) return false;
    return item.requestId !== null || !this.sawResult;
  }

  private tell(item: ProjectedItem): void {
    this.closeCalls();
    const label = labelOf(item, this.source.eventOf(item.ref));
    if (isBlank(item.text) && item.marker === "") return;
    this.push("user", { type: "text", label, text: item.text, marker: item.marker });
  }

  private closeCalls(): void {
    for (const { result, id } of this.open) {
      const outcome = this.source.eventOf(result.ref)?.outcome ?? null;
      const isError = outcome !== null && outcome !== "ok";
      const text = isBlank(result.text) && result.marker === "" ? NO_TEXT : result.text;
      this.push("user", { type: "result", id, text, marker: result.marker, isError });
    }
    for (const text of this.notes) this.note(text);
    this.open = [];
    this.notes = [];
    this.sawResult = false;
    this.requestId = null;
  }

  private push(role: Turn["role"], part: Part): void {
    const last = this.turns.at(-1);
    if (last?.role === role) {
      last.parts.push(part);
      return;
    }
    if (last === undefined && role === "assistant") {
      this.note(OPENING_NOTE);
    }
    this.turns.push({ role, parts: [part] });
  }
}

interface ResultPairs {
  /** By the call's ref. */
  readonly resultOf: ReadonlyMap<string, ProjectedItem>;
  /** Refs of the results. */
  readonly paired: ReadonlySet<string>;
}

/** Only pairs of which both halves stand in the window and name each other. */
function pairUp(items: readonly ProjectedItem[]): ResultPairs {
  const calls = new Map<string, ProjectedItem>();
  for (const item of items) if (item.kind === "tool_call") calls.set(item.ref, item);
  const resultOf = new Map<string, ProjectedItem>();
  const paired = new Set<string>();
  for (const item of items) {
    if (item.kind === "tool_call" || item.partner === null) continue;
    const call = calls.get(item.partner);
    if (call?.partner !== item.ref || resultOf.has(call.ref)) continue;
    resultOf.set(call.ref, item);
    paired.add(item.ref);
  }
  return { resultOf, paired };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
