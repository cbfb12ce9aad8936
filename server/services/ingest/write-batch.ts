import type { ProjectScope } from "@/server/core/access/scope";
import type { BoundaryKind } from "@/server/core/events/kinds";
import { safeText } from "@/server/core/redact/safe-text";
import { readStanding, type StandingRow } from "@/server/db/budget/standing";
import type { TenantSql } from "@/server/db/client";
import { findEntries, insertEvents, storeContents } from "@/server/db/ingest/events";
import { insertBoundaries, insertMarks } from "@/server/db/ingest/marks";
import { findStoredRequests, upsertRequests } from "@/server/db/ingest/requests";
import { type LockedSession, updateSession } from "@/server/db/ingest/sessions";
import { upsertThreads } from "@/server/db/ingest/threads";
import { enqueueAnalysis } from "@/server/db/sql/jobs";
import { addToRollups } from "@/server/db/sql/rollups";
import type { Deps } from "../deps";
import { addedCells } from "./added-cells";
import { boundaryRows, markRows, requestRows, sessionChange, threadRows } from "./batch-rows";
import { joinFamily } from "./join-family";
import { openSession } from "./open-session";
import type { PreparedRow } from "./prepare-batch";
import { reachedBy } from "./reached-by";
import type { CheckedBatch } from "./read-batch";

export interface WrittenBatch {
  readonly session: Pick<LockedSession, "id" | "number">;
  /** By position in the batch: whether the event was new, and whether a known one came with other content. */
  readonly outcomes: ReadonlyMap<number, EventOutcome>;
  /** Of the session with this batch. */
  readonly standing: StandingRow | null;
  /** Boundaries of the main thread that this batch brought or shows. */
  readonly reached: ReadonlySet<BoundaryKind>;
  readonly reclaimableTokens: number;
}

export type EventOutcome = "accepted" | "duplicate" | "differs";

/**
 * Writes one batch in one transaction: session, threads, requests, events, texts, rollups of what was added, and the
 * job that will analyse them. Repeatable: the same batch again changes nothing but the session's revision.
 */
export async function writeBatch(
  deps: Deps,
  scope: ProjectScope,
  batch: CheckedBatch,
  rows: readonly PreparedRow[],
): Promise<WrittenBatch> {
  return deps.db.withTenantSql(scope, async (sql) => {
    const now = deps.clock.now();
    const opened = await openSession(deps, sql, scope, batch.header, startOf(batch, rows, now));
    const place = { teamId: scope.teamId, sessionId: opened.session.id };
    const family = await joinFamily(sql, scope, opened, batch.header.client, rows);
    const agents = await upsertThreads(sql, scope, place.sessionId, threadRows(batch, rows));

    const unique = firstOfEach(rows);
    const elsewhere = await copiedHashes(sql, scope, family.others, unique);
    const fresh = unique.filter((row) => !elsewhere.has(row.event.id));
    const insertedIds = await insertEvents(sql, place, fresh);
    const added = fresh.filter((row) => insertedIds.has(row.event.id));
    if (batch.header.captureMode === "full") await storeContents(sql, scope, added, now);
    const addedRequests = await addRequests(sql, scope, place.sessionId, batch, family.others);
    const boundaries = await insertBoundaries(sql, place, boundaryRows(batch));
    const marks = await insertMarks(sql, place, markRows(batch));

    const change = sessionChange(batch, { added, addedRequests, session: opened.session, family, now });
    await updateSession(sql, scope, place.sessionId, change);
    await enqueueAnalysis(sql, scope, place.sessionId, now);

    const stored = await storedHashes(sql, scope, place.sessionId, fresh, insertedIds, elsewhere);
    const standing = await readStanding(sql, place);
    const reached = await reachedBy(sql, place, { batch, before: opened.session, boundaries, marks, rows: added });
    // Last, because uploads of all sessions of a project wait for these rows until the transaction ends.
    const branch = opened.session.branch ?? (batch.header.branch ? safeText(batch.header.branch) : "");
    const owner = { ...place, projectId: scope.projectId, client: batch.header.client, person: opened.session.person };
    await addToRollups(sql, owner, addedCells(added, agents, branch, scope.timeZone));
    return {
      session: opened.session,
      outcomes: outcomesOf(rows, new Set(added.map((row) => row.index)), stored),
      standing,
      reached,
      reclaimableTokens: Number(opened.session.provenTokens),
    };
  });
}

/** Of an id that comes twice in one batch, the first counts. */
function firstOfEach(rows: readonly PreparedRow[]): PreparedRow[] {
  const first = new Map<string, PreparedRow>();
  for (const row of rows) if (!first.has(row.event.id)) first.set(row.event.id, row);
  return [...first.values()];
}

/** Entries that a session with the same history holds: the same name at the same instant. */
async function copiedHashes(
  sql: TenantSql,
  scope: ProjectScope,
  others: readonly string[],
  rows: readonly PreparedRow[],
): Promise<Map<string, Uint8Array>> {
  const entries = await findEntries(
    sql,
    scope,
    others,
    rows.map((row) => row.event.id),
  );
  const atOf = new Map<string, number>(rows.map((row) => [row.event.id, row.event.atMs]));
  const copies = entries.filter(({ entryId, at }) => atOf.get(entryId) === at.getTime());
  return new Map(copies.map(({ entryId, hash }) => [entryId, hash]));
}

async function addRequests(
  sql: TenantSql,
  scope: ProjectScope,
  sessionId: string,
  batch: CheckedBatch,
  others: readonly string[],
): Promise<number> {
  const requests = requestRows(batch);
  const known = await findStoredRequests(sql, scope, others, requests);
  const own = requests.filter((request) => !known.has(request.id));
  return upsertRequests(sql, { teamId: scope.teamId, sessionId }, own);
}

/** The content that is kept under each id of the batch: the stored one where there was one, else the batch's own. */
async function storedHashes(
  sql: TenantSql,
  scope: ProjectScope,
  sessionId: string,
  fresh: readonly PreparedRow[],
  insertedIds: ReadonlySet<string>,
  elsewhere: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, Uint8Array>> {
  const known = fresh.filter((row) => !insertedIds.has(row.event.id)).map((row) => row.event.id);
  const here = await findEntries(sql, scope, [sessionId], known);
  const hashes = new Map<string, Uint8Array>(fresh.map((row) => [row.event.id, row.hash]));
  for (const { entryId, hash } of here) hashes.set(entryId, hash);
  for (const [entryId, hash] of elsewhere) hashes.set(entryId, hash);
  return hashes;
}

function outcomesOf(
  rows: readonly PreparedRow[],
  added: ReadonlySet<number>,
  stored: ReadonlyMap<string, Uint8Array>,
): Map<number, EventOutcome> {
  return new Map(
    rows.map((row) => {
      if (added.has(row.index)) return [row.index, "accepted"];
      const kept = stored.get(row.event.id);
      return [row.index, kept && Buffer.compare(kept, row.hash) !== 0 ? "differs" : "duplicate"];
    }),
  );
}

function startOf({ header, requests }: CheckedBatch, rows: readonly PreparedRow[], now: Date): Date {
  const instants = [...rows.map((row) => row.event.atMs), ...requests.map((request) => Date.parse(request.at))];
  if (header.startedAt !== undefined) instants.push(Date.parse(header.startedAt));
  return instants.length === 0 ? now : new Date(instants.reduce((a, b) => Math.min(a, b)));
}
