import type { WaveEvent } from "@/server/core/budget/done-wave";
import type { PreparedEvent } from "@/server/core/events/prepare";
import type { TenantSql } from "../client";
import { boolArray, byteaArray, instantArray, int4Array, int8Array, textArray, utf8Array } from "../sql/arrays";
import { statement } from "../sql/statement";

interface SessionKey {
  readonly teamId: string;
  readonly sessionId: string;
}

/** An event with the bytes of its text and their SHA-256. */
export interface EventRow {
  readonly event: PreparedEvent;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
}

const INSERT = statement(
  "event.insert",
  `INSERT INTO event (team_id, session_id, entry_id, thread, seq, kind, occurred_at, request_id, tool, tool_class, call_id,
          target, outcome, exit_code, skill, path, label, content_hash, bytes, tokens, tokens_reported)
   SELECT $1::uuid, $2::uuid, e.*
     FROM unnest($3::text[], $4::text[], $5::int8[], $6::text[], $7::timestamptz[], $8::text[], $9::text[], $10::text[],
          $11::text[], $12::text[], $13::text[], $14::int4[], $15::text[], $16::text[], $17::text[], $18::bytea[],
          $19::int4[], $20::int4[], $21::bool[]) AS e
   ON CONFLICT (team_id, session_id, entry_id) DO NOTHING RETURNING entry_id`,
);

/** Answers the entry ids that were new. */
export async function insertEvents(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  rows: readonly EventRow[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const texts = (pick: (event: PreparedEvent) => string | null) => textArray(rows.map((row) => pick(row.event)));
  const inserted = await sql.query<{ entry_id: string }>({
    ...INSERT,
    values: [
      teamId,
      sessionId,
      texts((event) => event.id),
      texts((event) => event.thread),
      int8Array(rows.map((row) => row.event.seq)),
      texts((event) => event.kind),
      instantArray(rows.map((row) => row.event.atMs)),
      texts((event) => event.requestId),
      texts((event) => event.tool),
      texts((event) => event.toolClass),
      texts((event) => event.callId),
      texts((event) => event.target),
      texts((event) => event.outcome),
      int4Array(rows.map((row) => row.event.exitCode)),
      texts((event) => event.skill),
      texts((event) => event.path),
      texts((event) => event.label),
      byteaArray(rows.map((row) => row.hash)),
      int4Array(rows.map((row) => row.bytes.byteLength)),
      int4Array(rows.map((row) => row.event.tokens)),
      boolArray(rows.map((row) => row.event.tokensReported)),
    ],
  });
  return new Set(inserted.rows.map((row) => row.entry_id));
}

export interface StoredEntry {
  readonly entryId: string;
  readonly sessionId: string;
  readonly hash: Uint8Array;
  readonly at: Date;
}

const FIND = statement(
  "event.find",
  `SELECT entry_id AS "entryId", session_id AS "sessionId", content_hash AS hash, occurred_at AS at FROM event
    WHERE team_id = $1 AND session_id = ANY($2::uuid[]) AND entry_id = ANY($3::text[])`,
);

/** Which of these entries are stored in any of the sessions. */
export async function findEntries(
  sql: TenantSql,
  scope: { readonly teamId: string },
  sessionIds: readonly string[],
  entryIds: readonly string[],
): Promise<StoredEntry[]> {
  if (entryIds.length === 0 || sessionIds.length === 0) return [];
  const values = [scope.teamId, sessionIds, textArray(entryIds)];
  return (await sql.query<StoredEntry>({ ...FIND, values })).rows;
}

/** Agents that run side by side stand close together: their calls in one response, their outputs behind it. */
const MAX_WAVE_EVENTS = 200;

const WAVE = statement(
  "event.wave",
  `SELECT kind, tool_class AS "toolClass", call_id AS "callId", request_id AS "requestId"
     FROM event
    WHERE team_id = $1::uuid AND session_id = $2::uuid AND thread = $3
    ORDER BY seq DESC
    LIMIT ${MAX_WAVE_EVENTS}`,
);

/** The latest events of a thread, in order, with what tells of a wave of agents. */
export async function readLatestWaveEvents(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  thread: string,
): Promise<WaveEvent[]> {
  return (await sql.query<WaveEvent>({ ...WAVE, values: [teamId, sessionId, thread] })).rows.reverse();
}

const INSERT_CONTENT = statement(
  "content.insert",
  `INSERT INTO content (team_id, hash, text, bytes, created_at)
   SELECT $1::uuid, c.*, $5::timestamptz FROM unnest($2::bytea[], $3::text[], $4::int4[]) AS c
   ON CONFLICT (team_id, hash) DO NOTHING`,
);

/** A shared lock on known texts keeps the collector of orphans from removing one that is just being referred to. */
const KEEP_CONTENT = statement(
  "content.keep",
  "SELECT hash FROM content WHERE team_id = $1 AND hash = ANY($2::bytea[]) ORDER BY hash FOR KEY SHARE",
);

/** Stores texts that the team does not have yet. Repeatable; sorted, so that two uploads cannot block each other. */
export async function storeContents(
  sql: TenantSql,
  scope: { readonly teamId: string },
  rows: readonly Pick<EventRow, "bytes" | "hash">[],
  now: Date,
): Promise<void> {
  let missing = sortByHash(distinct(rows));
  while (missing.length > 0) {
    const hashes = byteaArray(missing.map((row) => row.hash));
    const inserted = await sql.query({
      ...INSERT_CONTENT,
      values: [
        scope.teamId,
        hashes,
        utf8Array(missing.map((row) => row.bytes)),
        int4Array(missing.map((row) => row.bytes.byteLength)),
        now,
      ],
    });
    // Mostly all texts are new; then there is nothing to read back.
    if (inserted.rowCount === missing.length) return;
    const kept = await sql.query<{ hash: Uint8Array }>({ ...KEEP_CONTENT, values: [scope.teamId, hashes] });
    missing = without(missing, kept.rows);
  }
}

type Hashed = Pick<EventRow, "bytes" | "hash">;

function distinct(rows: readonly Hashed[]): Hashed[] {
  return [...new Map(rows.map((row) => [nameOf(row.hash), row])).values()];
}

function sortByHash(rows: Hashed[]): Hashed[] {
  return rows.sort((a, b) => Buffer.compare(a.hash, b.hash));
}

function without(rows: readonly Hashed[], done: readonly { hash: Uint8Array }[]): Hashed[] {
  const names = new Set(done.map((row) => nameOf(row.hash)));
  return rows.filter((row) => !names.has(nameOf(row.hash)));
}

function nameOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString("latin1");
}

const FIRST_OF_MAIN = statement(
  "event.first_of_main",
  `SELECT entry_id AS "entryId", seq, occurred_at AS at, content_hash AS hash FROM event
    WHERE team_id = $1 AND session_id = $2 AND thread = 'main' ORDER BY seq LIMIT 1`,
);

export async function findFirstOfMain(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
): Promise<{ entryId: string; seq: number; atMs: number; hash: Uint8Array } | null> {
  const { rows } = await sql.query<{ entryId: string; seq: string; at: Date; hash: Uint8Array }>({
    ...FIRST_OF_MAIN,
    values: [teamId, sessionId],
  });
  const first = rows[0];
  if (!first) return null;
  return { entryId: first.entryId, seq: Number(first.seq), atMs: first.at.getTime(), hash: first.hash };
}

const DROP_STATES = statement(
  "event_state.drop_copied",
  `DELETE FROM event_state s USING event o
    WHERE s.team_id = $1 AND s.session_id = $2 AND o.team_id = $1 AND o.session_id = ANY($3::uuid[])
      AND o.entry_id = s.entry_id
      AND EXISTS (SELECT FROM event e WHERE e.team_id = $1 AND e.session_id = $2 AND e.entry_id = s.entry_id
                     AND e.occurred_at = o.occurred_at)`,
);
const DROP_COPIED = statement(
  "event.drop_copied",
  `DELETE FROM event e USING event o
    WHERE e.team_id = $1 AND e.session_id = $2 AND o.team_id = $1 AND o.session_id = ANY($3::uuid[])
      AND o.entry_id = e.entry_id AND o.occurred_at = e.occurred_at
   RETURNING e.tokens`,
);

/**
 * When a session turns out to be a copy only after some of its batches, what it holds twice leaves it: the same entry
 * stays in the session that had it first, and the analysis puts the rollups right.
 */
export async function dropCopiedEvents(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  family: readonly string[],
): Promise<{ events: number; tokens: number }> {
  await sql.query({ ...DROP_STATES, values: [teamId, sessionId, family] });
  const { rows } = await sql.query<{ tokens: number }>({ ...DROP_COPIED, values: [teamId, sessionId, family] });
  return { events: rows.length, tokens: rows.reduce((sum, row) => sum + row.tokens, 0) };
}
