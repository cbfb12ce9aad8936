import type { BoundaryInfo, IngestEvent } from "../events/ingest-batch";
import { fitId, fitName, fitPath, fitText } from "./fields";
import type { SessionDraft } from "./parts";

/**
 * A position is `byte offset × 64 + number in its record`, numbers from 1, so that 0 stands before everything (a rewind
 * to the start). A record of n bytes never gives 64 × n events, so positions of one file are distinct and ordered;
 * files of up to 2^46 bytes stay within safe integers.
 */
function positionOf(byteOffset: number): number {
  return byteOffset * POSITIONS_PER_BYTE + 1;
}

const POSITIONS_PER_BYTE = 64;

export type EventFields = Omit<IngestEvent, "id" | "seq" | "thread" | "at" | "text"> & { text: string };

/** Writes the events of one record: the first is named by the record's id, later ones `<id>#1`, `<id>#2`, … */
export class RecordWriter {
  readonly draft: SessionDraft;
  readonly thread: string;
  readonly recordId: string;
  readonly at: string;
  readonly seq: number;
  #written = 0;
  #shift = 0;

  constructor(draft: SessionDraft, thread: string, recordId: string, at: string, byteOffset: number) {
    this.draft = draft;
    this.thread = fitId(thread);
    this.recordId = recordId;
    this.at = at;
    this.seq = positionOf(byteOffset);
  }

  /** Position of the record's last event or boundary so far. */
  get lastSeq(): number {
    return this.seq + Math.max(0, this.#shift + this.#written - 1);
  }

  add(fields: EventFields): void {
    const number = this.#written++;
    const event: IngestEvent = {
      ...fields,
      id: number === 0 ? fitId(this.recordId) : fitId(`${this.recordId}#${number}`),
      seq: this.seq + this.#shift + number,
      thread: this.thread,
      at: this.at,
      text: fitText(fields.text),
    };
    if (event.requestId !== undefined) event.requestId = event.requestId ? fitId(event.requestId) : undefined;
    if (event.callId !== undefined) event.callId = event.callId ? fitId(event.callId) : undefined;
    if (event.tool !== undefined) event.tool = fitName(event.tool);
    if (event.skill !== undefined) event.skill = fitName(event.skill);
    if (event.path !== undefined) event.path = fitPath(event.path);
    this.draft.event(event);
  }

  /** A boundary before the record's events: it takes the first position, the events move behind it. */
  boundary(kind: BoundaryInfo["kind"], toSeq?: number): void {
    const boundary: BoundaryInfo = { thread: this.thread, seq: this.seq + this.#shift, at: this.at, kind };
    if (toSeq !== undefined) boundary.toSeq = toSeq;
    this.draft.boundary(boundary);
    this.#shift++;
  }
}
