import type { IngestEvent, SessionHeader } from "@/server/core/events/ingest-batch";
import { MAX_BATCH_BYTES } from "@/server/core/events/limits";
import type { SessionPart } from "@/server/core/transcripts/parser";

/** A batch stays below half of what the server takes: its lists beside the events and its header need room too. */
const FULL_BYTES = MAX_BATCH_BYTES / 2;
/** An event above this fits no batch, not even alone. */
const MAX_EVENT_BYTES = MAX_BATCH_BYTES - 512 * 1024;

export interface TooLarge {
  readonly event: IngestEvent;
  /** Size of the event as JSON. */
  readonly bytes: number;
}

/** Collects a session's parts into batches of bounded count and size. */
export class Batcher {
  private batch: SessionPart;
  private bytes = 0;

  constructor(
    header: SessionHeader,
    private readonly maxEntries: number,
    private readonly onTooLarge: (refused: TooLarge) => void,
  ) {
    this.batch = emptyPart(header);
  }

  /** Adds a part; hands out the batches that became full. */
  add(part: SessionPart): SessionPart[] {
    const full: SessionPart[] = [];
    this.batch.header = { ...this.batch.header, ...part.header };
    for (const kind of ["threads", "requests", "boundaries", "marks"] as const) {
      for (const entry of part[kind]) {
        (this.batch[kind] as (typeof entry)[]).push(entry); // one list and its own entries
        if (this.batch[kind].length >= this.maxEntries) full.push(...this.drain());
      }
    }
    for (const event of part.events) full.push(...this.addEvent(event));
    return full;
  }

  private addEvent(event: IngestEvent): SessionPart[] {
    // Escapes can make JSON six times as long as its text, so only the JSON itself tells its size.
    const bytes = Buffer.byteLength(JSON.stringify(event));
    if (bytes > MAX_EVENT_BYTES) {
      this.onTooLarge({ event, bytes });
      return [];
    }
    const before = this.bytes + bytes > FULL_BYTES && this.batch.events.length > 0 ? this.drain() : [];
    this.batch.events.push(event);
    this.bytes += bytes;
    return this.batch.events.length >= this.maxEntries ? [...before, ...this.drain()] : before;
  }

  /** What is left; nothing when nothing is. */
  drain(): SessionPart[] {
    const { batch } = this;
    if (!hasContent(batch)) return [];
    this.batch = emptyPart(batch.header);
    this.bytes = 0;
    return [batch];
  }
}

function emptyPart(header: SessionHeader): SessionPart {
  return { header, threads: [], events: [], requests: [], boundaries: [], marks: [] };
}

/** False for a part that only repeats the header. */
export function hasContent({ threads, events, requests, boundaries, marks }: SessionPart): boolean {
  return threads.length + events.length + requests.length + boundaries.length + marks.length > 0;
}
