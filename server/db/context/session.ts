import type { SessionKey } from "../analysis/session";
import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

const BUMP = statement(
  "context.bump_revision",
  "UPDATE session SET ingest_revision = ingest_revision + 1, updated_at = $3 WHERE team_id = $1 AND id = $2",
);

/**
 * Says that what the analysis reads has changed, so that it runs again, and so that one which has read the older state
 * finds itself outdated.
 */
export async function bumpRevision(sql: TenantSql, { teamId, sessionId }: SessionKey, now: Date): Promise<void> {
  await sql.query({ ...BUMP, values: [teamId, sessionId, now] });
}

const KNOWN = statement(
  "context.known_entries",
  `SELECT entry_id AS "entryId" FROM event WHERE team_id = $1 AND session_id = $2 AND entry_id = ANY($3::text[])`,
);

/** Which of these ids are events of the session. */
export async function findKnownEntries(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  entryIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql.query<{ entryId: string }>({ ...KNOWN, values: [teamId, sessionId, entryIds] });
  return new Set(rows.map(({ entryId }) => entryId));
}

const LABELS = statement(
  "context.labels",
  "SELECT entry_id AS ref, label FROM event WHERE team_id = $1 AND session_id = $2 AND entry_id = ANY($3::text[])",
);

/** What events are called; the analysis gives a result the name of its call. */
export async function readLabels(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  entryIds: readonly string[],
): Promise<Map<string, string>> {
  const values = [teamId, sessionId, entryIds];
  const { rows } = await sql.query<{ ref: string; label: string }>({ ...LABELS, values });
  return new Map(rows.map(({ ref, label }) => [ref, label]));
}
