import type { ProjectScope } from "@/server/core/access/scope";
import type { TenantSql } from "@/server/db/client";
import { dropCopiedEvents, findEntries, findFirstOfMain } from "@/server/db/ingest/events";
import { dropCopiedRequests } from "@/server/db/ingest/requests";
import { findFamily, lockFamilyHead } from "@/server/db/ingest/sessions";
import type { OpenedSession } from "./open-session";
import type { PreparedRow } from "./prepare-batch";

/** Sessions that share their history: a client copies it into a new file when a session is resumed or forked. */
export interface Family {
  /** Entry id that the history begins with, when it is known. */
  readonly rootEntryId: string | null;
  /** Set when this batch shows that the session is a copy. */
  readonly forkedFromId: string | null;
  /** Sessions whose entries count as known here. */
  readonly others: readonly string[];
  /** What left this session because another one had it first. */
  readonly dropped: Dropped;
}

interface Dropped {
  readonly events: number;
  readonly tokens: number;
  readonly requests: number;
}

interface Place {
  readonly teamId: string;
  readonly sessionId: string;
}

interface Root {
  readonly id: string;
  readonly atMs: number;
  readonly hash: Uint8Array;
}

const NOTHING: Dropped = { events: 0, tokens: 0, requests: 0 };

/**
 * Recognizes copies by the first entry of the main thread: the same name, instant and text as one that another session
 * holds. A name alone proves nothing, since some clients number their entries, and two of their sessions may begin in
 * the same second. Batches may come in any order, so the first entry that is known can change with each; what was stored
 * before the copy was recognized leaves again.
 */
export async function joinFamily(
  sql: TenantSql,
  scope: ProjectScope,
  { session, isNew }: OpenedSession,
  client: string,
  rows: readonly PreparedRow[],
): Promise<Family> {
  const place = { teamId: scope.teamId, sessionId: session.id };
  const { forkedFromId, rootEntryId } = session;
  const root = forkedFromId === null ? await rootOf(sql, place, isNew, rows) : null;
  const rootId = forkedFromId === null ? (root?.id ?? null) : rootEntryId;
  const alone = { rootEntryId: rootId, forkedFromId: null, others: [], dropped: NOTHING };
  if (rootId === null) return alone;

  const relatives = await findFamily(sql, scope, { id: session.id, client, rootEntryId: rootId });
  if (relatives.length === 0) return alone;
  const headId =
    forkedFromId ??
    (root &&
      (await holderOf(
        sql,
        scope,
        relatives.map(({ id }) => id),
        root,
      )));
  if (headId === null) {
    return {
      ...alone,
      others: relatives.filter((relative) => relative.forkedFromId === session.id).map(({ id }) => id),
    };
  }
  await lockFamilyHead(sql, scope, headId);
  const others = [headId, ...relatives.filter((relative) => relative.forkedFromId === headId).map(({ id }) => id)];
  const isDiscovery = forkedFromId === null;
  const dropped = isDiscovery && !isNew ? await dropCopies(sql, place, others) : NOTHING;
  return { rootEntryId: rootId, forkedFromId: isDiscovery ? headId : null, others, dropped };
}

/** The session that holds this very entry. */
async function holderOf(
  sql: TenantSql,
  scope: ProjectScope,
  ids: readonly string[],
  root: Root,
): Promise<string | null> {
  const entries = await findEntries(sql, scope, ids, [root.id]);
  const isRoot = ({ at, hash }: (typeof entries)[number]) => {
    return at.getTime() === root.atMs && Buffer.compare(hash, root.hash) === 0;
  };
  return entries.find(isRoot)?.sessionId ?? null;
}

async function rootOf(
  sql: TenantSql,
  place: Place,
  isNew: boolean,
  rows: readonly PreparedRow[],
): Promise<Root | null> {
  const first = firstOfMain(rows);
  const stored = isNew ? null : await findFirstOfMain(sql, place);
  if (stored && (first === null || stored.seq <= first.seq)) {
    return { id: stored.entryId, atMs: stored.atMs, hash: stored.hash };
  }
  return first;
}

function firstOfMain(rows: readonly PreparedRow[]): (Root & { seq: number }) | null {
  let first: (Root & { seq: number }) | null = null;
  for (const { event, hash } of rows) {
    if (event.thread !== "main" || (first !== null && event.seq >= first.seq)) continue;
    first = { id: event.id, seq: event.seq, atMs: event.atMs, hash };
  }
  return first;
}

async function dropCopies(sql: TenantSql, place: Place, others: readonly string[]): Promise<Dropped> {
  const { events, tokens } = await dropCopiedEvents(sql, place, others);
  return { events, tokens, requests: await dropCopiedRequests(sql, place, others) };
}
