import { type RecordKind, recordRef } from "../decisions/record-ref";
import type { CommandLink } from "./answer";

/** Addresses on this server, without its origin: each client puts the one before them that it knows. */
interface Place {
  readonly teamSlug: string;
  readonly projectSlug: string;
}

const ROOMS: Readonly<Record<RecordKind, string>> = {
  decision: "decisions",
  failure: "failures",
  constraint: "rules/constraints",
  preference: "rules/preferences",
  summary: "summaries",
  handoff: "handoffs",
};

export function projectPath({ teamSlug, projectSlug }: Place): string {
  return `/${encodeURIComponent(teamSlug)}/${encodeURIComponent(projectSlug)}`;
}

export function recordLink(place: Place, kind: RecordKind, number: number): CommandLink {
  return { label: recordRef(kind, number), path: `${projectPath(place)}/${ROOMS[kind]}/${number}` };
}

export function roomLink(place: Place, kind: RecordKind, label: string): CommandLink {
  return { label, path: `${projectPath(place)}/${ROOMS[kind]}` };
}

/** `query` says what the page opens with, such as `view=tiers`. */
export function sessionLink(place: Place, session: number, label = `S-${session}`, query = ""): CommandLink {
  const path = `${projectPath(place)}/sessions/${session}`;
  return { label, path: query === "" ? path : `${path}?${query}` };
}

export function eventLink(place: Place, session: number, ref: string): CommandLink {
  const id = ref.replace(/^ctx:/, "");
  return sessionLink(place, session, `ctx:${id}`, `event=${encodeURIComponent(id)}`);
}
