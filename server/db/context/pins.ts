import type { ProjectScope } from "../../core/access/scope";
import type { SafeText } from "../../core/redact/safe-text";
import type { SessionKey } from "../analysis/session";
import type { Database, TenantSql } from "../client";
import { textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

const INSERT = statement(
  "context.insert_pins",
  `INSERT INTO pin (team_id, session_id, pinned_by, reason, created_at, expires_at, id, entry_id)
   SELECT $1::uuid, $2::uuid, $3, $4, $5::timestamptz, $6::timestamptz, d.id::uuid, d.entry_id
     FROM unnest($7::text[], $8::text[]) AS d(id, entry_id)`,
);

export interface NewPins {
  readonly by: SafeText;
  readonly reason: SafeText;
  readonly until: Date | null;
  readonly now: Date;
  readonly pins: readonly { readonly id: string; readonly entryId: string }[];
}

export async function insertPins(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  { by, reason, until, now, pins }: NewPins,
): Promise<void> {
  const ids = textArray(pins.map(({ id }) => id));
  const entryIds = textArray(pins.map(({ entryId }) => entryId));
  await sql.query({ ...INSERT, values: [teamId, sessionId, by, reason, now, until, ids, entryIds] });
}

export interface PinInForce {
  readonly id: string;
  readonly entryId: string;
  readonly by: string;
}

const IN_FORCE = statement(
  "context.pins_in_force",
  `SELECT id, entry_id AS "entryId", pinned_by AS by FROM pin
    WHERE team_id = $1 AND session_id = $2 AND entry_id = ANY($3::text[]) AND released_at IS NULL
      AND (expires_at IS NULL OR expires_at > $4)`,
);

export async function findPinsInForce(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  entryIds: readonly string[],
  now: Date,
): Promise<PinInForce[]> {
  return (await sql.query<PinInForce>({ ...IN_FORCE, values: [teamId, sessionId, entryIds, now] })).rows;
}

const RELEASE = statement(
  "context.release_pins",
  "UPDATE pin SET released_at = $3 WHERE team_id = $1 AND session_id = $2 AND id = ANY($4::uuid[])",
);

export async function releasePins(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql.query({ ...RELEASE, values: [teamId, sessionId, now, ids] });
}

const RELEASED_LAST = statement(
  "context.pins_released_last",
  `SELECT p.id, p.entry_id AS "entryId", p.pinned_by AS by FROM pin p
    WHERE p.team_id = $1 AND p.session_id = $2 AND p.entry_id = ANY($3::text[]) AND p.released_at >= $4
      AND (p.expires_at IS NULL OR p.expires_at > $5)
      AND NOT EXISTS (SELECT FROM pin n WHERE n.team_id = p.team_id AND n.session_id = p.session_id
                         AND n.entry_id = p.entry_id AND (n.released_at > p.released_at OR n.created_at > p.released_at))`,
);

/** Of each entry the pins that were taken off last, not before `since`; none where another was set after that. */
export async function findPinsReleasedLast(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  entryIds: readonly string[],
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<PinInForce[]> {
  const values = [teamId, sessionId, entryIds, since, now];
  return (await sql.query<PinInForce>({ ...RELEASED_LAST, values })).rows;
}

const PUT_BACK = statement(
  "context.put_back_pins",
  "UPDATE pin SET released_at = NULL WHERE team_id = $1 AND session_id = $2 AND id = ANY($3::uuid[])",
);

export async function putBackPins(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  ids: readonly string[],
): Promise<void> {
  await sql.query({ ...PUT_BACK, values: [teamId, sessionId, ids] });
}

export interface PinListRow {
  readonly ref: string;
  readonly label: string;
  readonly thread: string;
  readonly by: string;
  readonly reason: string;
  readonly at: Date;
  readonly until: Date | null;
}

/** Pins in force of a session, the newest first. */
export async function listPins(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  now: Date,
  limit: number,
): Promise<PinListRow[]> {
  const { rows } = await db.pool.query<PinListRow>(
    `SELECT p.entry_id AS ref, coalesce(e.label, '') AS label, coalesce(e.thread, '') AS thread, p.pinned_by AS by,
            p.reason, p.created_at AS at, p.expires_at AS until
       FROM pin p
       LEFT JOIN event e ON e.team_id = p.team_id AND e.session_id = p.session_id AND e.entry_id = p.entry_id
      WHERE p.team_id = $1::uuid AND p.session_id = $2::uuid AND p.released_at IS NULL
        AND (p.expires_at IS NULL OR p.expires_at > $3)
      ORDER BY p.created_at DESC, p.id DESC LIMIT $4::int`,
    [scope.teamId, sessionId, now, limit],
  );
  return rows;
}

const ACKNOWLEDGE = statement(
  "context.acknowledge",
  `INSERT INTO acknowledgement (team_id, session_id, acknowledged_by, created_at, entry_id)
   SELECT $1::uuid, $2::uuid, $3, $4::timestamptz, d.entry_id FROM unnest($5::text[]) AS d(entry_id)
   ON CONFLICT (team_id, session_id, entry_id) DO NOTHING RETURNING entry_id AS "entryId"`,
);

/** Answers the entries that were not acknowledged before. */
export async function insertAcknowledgements(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  by: SafeText,
  entryIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql.query<{ entryId: string }>({
    ...ACKNOWLEDGE,
    values: [teamId, sessionId, by, now, textArray(entryIds)],
  });
  return rows.map(({ entryId }) => entryId);
}
