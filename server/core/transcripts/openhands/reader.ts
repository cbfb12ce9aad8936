import { BoundedMap } from "../bounded-map";
import { fingerprint } from "../fingerprint";
import { isObject, type JsonObject, objectAt, stringAt } from "../json";
import { account, type LineFile } from "../line-parser";
import { Conversation, MAX_MESSAGES } from "../message-array/conversation";
import type { MixedReader } from "../mixed-parser";
import type { SessionDraft } from "../parts";
import { isEvent, readEvent } from "./events";
import { OpenHandsRun } from "./run";
import { isSdkEvent, readSdkEvent } from "./sdk-events";

/** An evaluation has some hundred instances, each on one line. */
const MAX_RUNS = 1_000;

export class OpenHandsReader implements MixedReader {
  readonly #told: LineFile;
  /** Runs of instances since the last time that they were handed out: those are over once they are read. */
  #finished: SessionDraft[] = [];
  /** Runs by session: a line that stands twice adds nothing. */
  readonly #runs = new BoundedMap<string, OpenHandsRun>(MAX_RUNS);
  /** The run whose events stand on lines of their own. */
  #open: OpenHandsRun | null = null;

  constructor(told: LineFile) {
    this.#told = told;
  }

  drafts(): readonly SessionDraft[] {
    const drafts = this.#open ? [...this.#finished, this.#open.conversation.draft] : this.#finished;
    this.#finished = [];
    return drafts;
  }

  isDocument(record: JsonObject): boolean {
    return eventsOf(record) !== null;
  }

  document(value: unknown): boolean {
    if (isObject(value) && (isEvent(value) || isSdkEvent(value))) {
      account(this.#told.report, WHOLE_FILE, () => this.read(value));
      return true;
    }
    const events = Array.isArray(value) ? value : isObject(value) ? eventsOf(value) : null;
    if (events === null || (Array.isArray(value) && !events.some((event) => isEvent(event) || isSdkEvent(event)))) {
      return false;
    }
    const run = this.#runOf(isObject(value) ? value : {}, events);
    for (const event of events) account(this.#told.report, WHOLE_FILE, () => readPlaced(run, event, numberOf(event)));
    this.#finished.push(run.conversation.draft);
    return true;
  }

  read(record: JsonObject): string | null {
    // A torn line of an evaluation holds whole events; what they belong to is not known.
    const isAlone = isEvent(record) || isSdkEvent(record);
    if (!isAlone) return "no event";
    this.#open ??= this.#runOf({}, [record]);
    return readPlaced(this.#open, record, numberOf(record) ?? numberOfPath(this.#told.options.path));
  }

  #runOf(head: JsonObject, events: readonly unknown[]): OpenHandsRun {
    const { options, report } = this.#told;
    const id = sessionOf(head, events, options.path);
    const known = this.#runs.get(id);
    if (known) return known;
    const run = new OpenHandsRun(new Conversation({ client: "openhands", options, report }, id));
    this.#runs.set(id, run);
    tellHeader(run.conversation, head);
    return run;
  }
}

const WHOLE_FILE = { byteOffset: 0, line: 1, recovered: false };

/** An event is numbered by itself or by its file, else by its place. Answers why it carries nothing, or null. */
function readPlaced(run: OpenHandsRun, event: unknown, told: number | undefined): string | null {
  if (!isObject(event)) return "event: no object";
  const number = run.place(told);
  if (number === null) return "event: repeated";
  if (number >= MAX_MESSAGES) return "event: beyond the last one that can be placed";
  return isSdkEvent(event) ? readSdkEvent(run, event, number) : readEvent(run, event, number);
}

/** The events that a document, or a line of an evaluation, holds; older ones are pairs of action and observation. */
function eventsOf(document: JsonObject): unknown[] | null {
  for (const key of ["history", "events", "trajectory"]) {
    const list = document[key];
    if (Array.isArray(list)) return list.flatMap((item: unknown) => (Array.isArray(item) ? item : [item]));
  }
  return null;
}

function numberOf(event: unknown): number | undefined {
  const id = isObject(event) ? event["id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? id : undefined;
}

/** `events/12.json`, or `events/event-00012-<id>.json`. */
function numberOfPath(path: string | undefined): number | undefined {
  const told = /\/events\/(?:event-)?(\d{1,7})(?:-[^/]*)?\.json$/i.exec((path ?? "").replaceAll("\\", "/"))?.[1];
  return told === undefined ? undefined : Number(told);
}

/**
 * The folder of the events names a session. An instance of an evaluation is run by many models, many times: what was
 * run, by which model and when, names it.
 */
function sessionOf(head: JsonObject, events: readonly unknown[], path: string | undefined): string {
  const segments = (path ?? "").replaceAll("\\", "/").split("/");
  const folder = segments.lastIndexOf("events");
  const named = folder > 0 ? segments[folder - 1] : undefined;
  if (named) return named;
  const [first] = events;
  const begun = isObject(first) ? (stringAt(first, "timestamp") ?? first["id"]) : undefined;
  const instance = stringAt(head, "instance_id");
  const told = [instance, modelOf(head), begun, instance === undefined ? segments.slice(-2) : []];
  return `${instance ?? "openhands"}-${fingerprint(JSON.stringify(told))}`;
}

function modelOf(head: JsonObject): string | undefined {
  return stringAt(objectAt(objectAt(head, "metadata"), "llm_config"), "model");
}

function tellHeader(conversation: Conversation, head: JsonObject): void {
  conversation.model = modelOf(head);
  conversation.draft.tell("model", conversation.model);
  conversation.draft.tell("title", stringAt(head, "instance_id"));
  conversation.draft.tell("cwd", conversation.file.options.cwd);
}
