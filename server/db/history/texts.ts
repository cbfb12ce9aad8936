import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

export interface HistoryTextRow {
  readonly ref: string;
  readonly kind: string;
  readonly label: string;
  readonly at: Date;
  /** A part of the stored text; null when the client uploads no texts. */
  readonly text: string | null;
  readonly totalCharacters: number;
  readonly sha256: string;
}

/** Stored texts from a position on, counted in Unicode characters as Postgres counts them. */
export async function readTexts(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  query: { readonly refs: readonly string[]; readonly offset: number; readonly limit: number },
): Promise<HistoryTextRow[]> {
  const { rows } = await db.pool.query<HistoryTextRow>(
    `SELECT e.entry_id AS ref, e.kind, e.label, e.occurred_at AS at, substr(c.text, $4::int + 1, $5::int) AS text,
            coalesce(length(c.text), 0) AS "totalCharacters", encode(e.content_hash, 'hex') AS sha256
       FROM event e
       LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
      WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND e.entry_id = ANY($3::text[])`,
    [scope.teamId, sessionId, query.refs, query.offset, query.limit],
  );
  return rows;
}
