import type { BatchContent, SessionHeader } from "@/server/core/events/ingest-batch";
import type { SessionPart } from "@/server/core/transcripts/parser";

const MAX_EVENTS = 500;
const MAX_CHARACTERS = 3 * 1024 * 1024;

/** Collects what a parser hands out of one session into batches that one transaction can take. */
export class SessionBatcher {
  private header: SessionHeader;
  private content: BatchContent = emptyContent();
  private characters = 0;

  constructor(header: SessionHeader) {
    this.header = header;
  }

  /** Adds a part; hands out the batches that became full. */
  add(part: SessionPart): SessionPart[] {
    this.header = { ...this.header, ...part.header };
    const full: SessionPart[] = [];
    this.content.threads.push(...part.threads);
    this.content.boundaries.push(...part.boundaries);
    this.content.marks.push(...part.marks);
    for (const request of part.requests) {
      this.content.requests.push(request);
      if (this.isFull()) full.push(...this.drain());
    }
    for (const event of part.events) {
      this.content.events.push(event);
      this.characters += event.text.length + (event.input === undefined ? 0 : JSON.stringify(event.input).length);
      if (this.isFull()) full.push(...this.drain());
    }
    return full;
  }

  /** What is left; nothing when nothing is. */
  drain(): SessionPart[] {
    const { content, header } = this;
    if (Object.values(content).every((list) => list.length === 0)) return [];
    this.content = emptyContent();
    this.characters = 0;
    return [{ header, ...content }];
  }

  private isFull(): boolean {
    const { threads, boundaries, marks, requests, events } = this.content;
    const longest = Math.max(threads.length, boundaries.length, marks.length, requests.length, events.length);
    return longest >= MAX_EVENTS || this.characters >= MAX_CHARACTERS;
  }
}

function emptyContent(): BatchContent {
  return { threads: [], events: [], requests: [], boundaries: [], marks: [] };
}
