import { expect } from "vitest";
import {
  BoundaryInfo,
  IngestEvent,
  ModelRequestInfo,
  SessionHeader,
  ThreadInfo,
  WorkspaceMark,
} from "../../events/ingest-batch";
import type { TranscriptReport } from "../options";
import type { StoredSession } from "./parse";

/** What a parser hands out keeps to the ingest contract, and each event has a name and a place of its own. */
export function expectContract(session: StoredSession): void {
  SessionHeader.parse(session.header);
  ThreadInfo.array().parse([...session.threads.values()]);
  IngestEvent.array().parse(session.events);
  ModelRequestInfo.array().parse([...session.requests.values()]);
  BoundaryInfo.array().parse(session.boundaries);
  WorkspaceMark.array().parse(session.marks);
  expect(new Set(session.events.map((event) => event.id)).size).toBe(session.events.length);
  expect(new Set(session.events.map((event) => `${event.thread} ${event.seq}`)).size).toBe(session.events.length);
}

/** Each record that was read, or recovered, is carried or named as skipped. */
export function expectAccount(report: TranscriptReport): void {
  const skipped = Object.values(report.skipped).reduce((sum, count) => sum + count, 0);
  expect(report.carriedRecords + skipped).toBe(report.records + report.recoveredRecords);
}
