import { RECORD_PREFIXES, type RecordKind, recordRef } from "@/server/core/decisions/record-ref";
import type { Hit } from "@/server/core/search/everything-view";
import { type Room, roomHref } from "../memory/links";
import { eventHref } from "../sessions/session-view";
import { type Base, projectHref } from "../telemetry/links";
import { searchHref } from "./place";

const ROOMS: Readonly<Record<RecordKind, Room>> = {
  decision: "decisions",
  failure: "failures",
  constraint: "rules/constraints",
  preference: "rules/preferences",
  handoff: "handoffs",
  summary: "summaries",
};

/** The page of what was found, and how it is called there: DEC-003, S-12. */
export function placeOfHit(base: Base, hit: Hit): { href: string; name: string } {
  const { kind, number, subject, path, session, ref } = hit;
  if (session !== null && ref !== null) return { href: eventHref(base, session, ref), name: `S-${session}` };
  if (kind === "document") return { href: `${projectHref(base)}/rules/documents`, name: "Document" };
  if (path !== null) return { href: searchHref(base, { query: `path:"${path}"`, kind: "event" }), name: "File" };
  const record = readKind(kind === "comment" ? subject : kind);
  if (record === null || number === null) return { href: projectHref(base), name: kind };
  return { href: roomHref(base, ROOMS[record], {}, number), name: recordRef(record, number) };
}

function readKind(name: string | null): RecordKind | null {
  return name !== null && Object.hasOwn(RECORD_PREFIXES, name) ? (name as RecordKind) : null; // Checked just before.
}
