import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IngestEvent, SessionHeader } from "@/server/core/events/ingest-batch";
import { MAX_BATCH_BYTES } from "@/server/core/events/limits";
import type { SessionPart } from "@/server/core/transcripts/parser";
import { Batcher, type TooLarge } from "./batcher";

const header: SessionHeader = { contract: 1, client: "codex", id: "s", captureMode: "full" };
const AT = "2026-01-05T09:00:00.000Z";

function anEvent(seq: number, text = ""): IngestEvent {
  return { id: `e${seq}`, seq, thread: "main", kind: "user_prompt", at: AT, text };
}

function aPart(part: Partial<SessionPart>): SessionPart {
  return { header, threads: [], events: [], requests: [], boundaries: [], marks: [], ...part };
}

function batchesOf(parts: readonly SessionPart[], maxEntries = 1_000): { batches: SessionPart[]; refused: TooLarge[] } {
  const refused: TooLarge[] = [];
  const batcher = new Batcher(header, maxEntries, (tooLarge) => refused.push(tooLarge));
  const batches = parts.flatMap((part) => batcher.add(part));
  return { batches: [...batches, ...batcher.drain()], refused };
}

describe("batches", () => {
  it("hold every entry once, in order, and never more than told", () => {
    const parts = fc.array(fc.record({ events: fc.nat(30), requests: fc.nat(30), threads: fc.nat(12) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 20 }), (counts, maxEntries) => {
        let next = 0;
        const made = counts.map(({ events, requests, threads }) =>
          aPart({
            events: Array.from({ length: events }, () => anEvent(next++)),
            requests: Array.from({ length: requests }, () => ({ id: `r${next}`, thread: "main", seq: next++, at: AT })),
            threads: Array.from({ length: threads }, () => ({ key: `t${next++}` })),
          }),
        );
        const { batches } = batchesOf(made, maxEntries);
        for (const kind of ["events", "requests", "threads"] as const) {
          expect(batches.flatMap((batch) => [...batch[kind]])).toEqual(made.flatMap((part) => [...part[kind]]));
          expect(batches.every((batch) => batch[kind].length <= maxEntries)).toBe(true);
        }
        expect(batches.every((batch) => batch.events.length + batch.requests.length + batch.threads.length > 0)).toBe(
          true,
        );
      }),
    );
  });

  it("stay below the server's size, also where JSON makes six bytes of one character", () => {
    const events = Array.from({ length: 40 }, (_, seq) => anEvent(seq, "\u001b".repeat(200_000)));
    const { batches } = batchesOf([aPart({ events })]);
    expect(batches.flatMap((batch) => batch.events)).toHaveLength(40);
    expect(batches.every((batch) => Buffer.byteLength(JSON.stringify(batch)) <= MAX_BATCH_BYTES)).toBe(true);
  });

  it("leave out an event that fits no batch, and keep its neighbours", () => {
    const events = [anEvent(1), anEvent(2, "\u001b".repeat(1_400_000)), anEvent(3)];
    const { batches, refused } = batchesOf([aPart({ events })]);
    expect(batches.flatMap((batch) => batch.events.map((event) => event.id))).toEqual(["e1", "e3"]);
    expect(refused).toMatchObject([{ event: { id: "e2" }, bytes: expect.any(Number) }]);
  });

  it("carry what is known of the session by then", () => {
    const { batches } = batchesOf([
      aPart({ events: [anEvent(1)], header: { ...header, model: "one" } }),
      aPart({ events: [anEvent(2)], header: { ...header, title: "Two" } }),
    ]);
    expect(batches.map((batch) => batch.header)).toEqual([{ ...header, model: "one", title: "Two" }]);
  });
});
