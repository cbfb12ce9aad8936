import type { ProjectScope } from "@/server/core/access/scope";
import type { TenantSql } from "@/server/db/client";
import { dropCopiedEvents, findFirstOfMain } from "@/server/db/ingest/events";
import { dropCopiedRequests } from "@/server/db/ingest/requests";
import { findFamily, lockFamilyHead } from "@/server/db/ingest/sessions";
import type { OpenedSession } from "./open-session";
import type { PreparedRow } from "./prepare-batch";

/** Sessions that share their history: a client copies it into a new file when a session is resumed or forked. */
export interface Family {
  /** Entry id that the history begins with, when this batch changes it. */
  readonly rootEntryId: string | null;
  readonly forkedFromId: string | null;
  /** Sessions whose entries count as known here. */
  readonly others: readonly string[];
  /** What left this session because another one had it first. */
  readonly dropped: { readonly events: number; readonly tokens: number; readonly requests: number };
}

const NOTHING = { events: 0, tokens: 0, requests: 0 };

/**
 * Recognizes copies by the first entry of the main thread. Batches may come in any order, so the first entry that is
 * known can change with each; what was stored before the copy was recognized leaves this session again.
 */
export async function joinFamily(
  sql: TenantSql,
  scope: ProjectScope,
  { session, isNew }: OpenedSession,
  client: string,
  rows: readonly PreparedRow[],
): Promise<Family> {
  const place = { teamId: scope.teamId, sessionId: session.id };
  const root = session.forkedFromId ? session.rootEntryId : await rootEntry(sql, place, session.rootEntryId, isNew, rows);
  if (root === null) return { rootEntryId: null, forkedFromId: null, others: [], dropped: NOTHING };

  const family = await findFamily(sql, scope, { id: session.id, client, rootEntryId: root });
  const others = family.map((member) => member.id);
  const head = family[0];
  if (!head) return { rootEntryId: root, forkedFromId: null, others, dropped: NOTHING };
  const isCopy = head.number < session.number;
  if (isCopy) await lockFamilyHead(sql, scope, head.id);
  const isDiscovery = isCopy && session.forkedFromId === null;
  const dropped = isDiscovery && !isNew ? await dropCopies(sql, place, others) : NOTHING;
  return { rootEntryId: root, forkedFromId: isDiscovery ? head.id : null, others, dropped };
}

async function rootEntry(
  sql: TenantSql,
  place: { teamId: string; sessionId: string },
  known: string | null,
  isNew: boolean,
  rows: readonly PreparedRow[],
): Promise<string | null> {
  const first = firstOfMain(rows);
  if (!first) return known;
  const stored = isNew ? null : await findFirstOfMain(sql, place);
  return stored && stored.seq <= first.seq ? (known ?? stored.entryId) : first.id;
}

function firstOfMain(rows: readonly PreparedRow[]): { id: string; seq: number } | null {
  let first: { id: string; seq: number } | null = null;
  for (const { event } of rows) {
    if (event.thread === "main" && (first === null || event.seq < first.seq)) first = { id: event.id, seq: event.seq };
  }
  return first;
}

async function dropCopies(
  sql: TenantSql,
  place: { teamId: string; sessionId: string },
  others: readonly string[],
): Promise<Family["dropped"]> {
  const { events, tokens } = await dropCopiedEvents(sql, place, others);
  return { events, tokens, requests: await dropCopiedRequests(sql, place, others) };
}
