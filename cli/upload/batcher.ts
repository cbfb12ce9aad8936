import type { SessionHeader } from "@/server/core/events/ingest-batch";
import { MAX_BATCH_BYTES } from "@/server/core/events/limits";
import type { SessionPart } from "@/server/core/transcripts/parser";

/** A batch never grows past half of what the server takes, so that one more event always fits. */
const FULL_BYTES = MAX_BATCH_BYTES / 2;
/** JSON of an event beside its text: names, ids, times, and the escapes of an ordinary text. */
const ENVELOPE_BYTES = 400;

/** Collects a session's parts into batches of bounded count and size. */
export class Batcher {
  private batch: SessionPart;
  private bytes = 0;

  constructor(
    header: SessionHeader,
    private readonly maxEntries: number,
  ) {
    this.batch = emptyPart(header);
  }

  /** Adds a part; hands out the batches that became full. */
  add(part: SessionPart): SessionPart[] {
    const full: SessionPart[] = [];
    this.batch.header = { ...this.batch.header, ...part.header };
    this.batch.threads.push(...part.threads);
    for (const event of part.events) {
      const bytes =
        ENVELOPE_BYTES +
        Buffer.byteLength(event.text) +
        (event.input === undefined ? 0 : JSON.stringify(event.input).length);
      if (this.bytes + bytes > FULL_BYTES && this.batch.events.length > 0) full.push(...this.drain());
      this.batch.events.push(event);
      this.bytes += bytes;
      if (this.batch.events.length >= this.maxEntries) full.push(...this.drain());
    }
    for (const kind of ["requests", "boundaries", "marks"] as const) {
      for (const entry of part[kind]) {
        (this.batch[kind] as (typeof entry)[]).push(entry); // one list and its own entries
        if (this.batch[kind].length >= this.maxEntries) full.push(...this.drain());
      }
    }
    return full;
  }

  drain(): SessionPart[] {
    const { batch } = this;
    if (isEmpty(batch)) return [];
    this.batch = emptyPart(batch.header);
    this.bytes = 0;
    return [batch];
  }
}

function emptyPart(header: SessionHeader): SessionPart {
  return { header, threads: [], events: [], requests: [], boundaries: [], marks: [] };
}

function isEmpty(part: SessionPart): boolean {
  return (
    part.threads.length + part.events.length + part.requests.length + part.boundaries.length + part.marks.length === 0
  );
}
