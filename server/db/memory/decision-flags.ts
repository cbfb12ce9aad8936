import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantSql, TenantTx } from "../client";
import { statement } from "../sql/statement";
import type { ProjectKey } from "./project-key";

export interface NewFlag {
  readonly kind: string;
  readonly number: number;
  readonly other: number;
  readonly score: number;
  readonly evidence: {
    readonly reasons: readonly SafeText[];
    readonly words: readonly SafeText[];
    readonly paths: readonly SafeText[];
  };
}

/** Most flags of a project at once; what is surer comes first. */
export const MAX_FLAGS = 1_000;

const UPSERT = statement(
  "decision_flag.upsert",
  `INSERT INTO decision_flag (team_id, project_id, kind, number, other, score, evidence, found_at)
   SELECT $1::uuid, $2::uuid, f.kind, f.number, f.other, f.score, f.evidence, $4::timestamptz
     FROM jsonb_to_recordset($3::jsonb) AS f(kind text, number int, other int, score float8, evidence jsonb)
   ON CONFLICT (team_id, project_id, kind, number, other)
   DO UPDATE SET score = EXCLUDED.score, evidence = EXCLUDED.evidence`,
);

const REMOVE = statement(
  "decision_flag.remove_settled",
  `DELETE FROM decision_flag f
    WHERE f.team_id = $1 AND f.project_id = $2 AND f.dismissed_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset($3::jsonb) AS n(kind text, number int, other int)
                       WHERE n.kind = f.kind AND n.number = f.number AND n.other = f.other)`,
);

/** What was found takes the place of what had been; dismissed flags stay dismissed, even while they are not found. */
export async function replaceFlags(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  flags: readonly NewFlag[],
  now: Date,
): Promise<void> {
  const found = JSON.stringify(flags.slice(0, MAX_FLAGS));
  await sql.query({ ...REMOVE, values: [teamId, projectId, found] });
  await sql.query({ ...UPSERT, values: [teamId, projectId, found, now] });
}

export interface FlagRow {
  readonly kind: string;
  readonly number: number;
  readonly other: number;
  readonly score: number;
  readonly evidence: unknown;
  readonly foundAt: Date;
  readonly dismissedAt: Date | null;
  readonly dismissedBy: string | null;
}

export interface FlagQuery {
  readonly isDismissed: boolean;
  /** Only flags of this decision. */
  readonly number: number | null;
  readonly after: { readonly score: number; readonly number: number; readonly other: number } | null;
}

/** A pair counts while both can hold: whatever became of them since the search. */
const BOTH_LIVE = `EXISTS (SELECT 1 FROM decision d WHERE d.team_id = f.team_id AND d.project_id = f.project_id
                             AND d.number = f.number AND d.status IN ('draft', 'proposed', 'accepted'))
               AND EXISTS (SELECT 1 FROM decision d WHERE d.team_id = f.team_id AND d.project_id = f.project_id
                             AND d.number = f.other AND d.status IN ('draft', 'proposed', 'accepted'))`;

/** The surest first; a pair has one flag of a project at a time, dismissed ones aside. */
export async function readFlags(
  db: Database,
  { teamId, projectId }: ProjectKey,
  { isDismissed, number, after }: FlagQuery,
  limit: number,
): Promise<FlagRow[]> {
  const { rows } = await db.pool.query<FlagRow>(
    `SELECT f.kind, f.number, f.other, f.score, f.evidence, f.found_at AS "foundAt", f.dismissed_at AS "dismissedAt",
            f.dismissed_by AS "dismissedBy"
       FROM decision_flag f
      WHERE f.team_id = $1 AND f.project_id = $2 AND (f.dismissed_at IS NOT NULL) = $3::boolean AND ${BOTH_LIVE}
        AND ($4::int IS NULL OR f.number = $4::int OR f.other = $4::int)
        AND ($5::float8 IS NULL OR (f.score, f.number, f.other) < ($5::float8, $6::int, $7::int))
      ORDER BY f.score DESC, f.number DESC, f.other DESC, f.kind LIMIT $8::int`,
    [teamId, projectId, isDismissed, number, after?.score ?? null, after?.number ?? null, after?.other ?? null, limit],
  );
  return rows;
}

export async function countFlags(db: Database, { teamId, projectId }: ProjectKey): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM decision_flag f
      WHERE f.team_id = $1 AND f.project_id = $2 AND f.dismissed_at IS NULL AND ${BOTH_LIVE}`,
    [teamId, projectId],
  );
  return rows[0]?.count ?? 0;
}

export interface FlagKey {
  readonly kind: string;
  readonly number: number;
  readonly other: number;
}

/** Null takes the dismissal back. False when there is no such flag, or when it stands so already. */
export async function setDismissed(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  { kind, number, other }: FlagKey,
  dismissed: { readonly at: Date; readonly by: SafeText } | null,
): Promise<boolean> {
  const { count } = await tx.decisionFlag.updateMany({
    where: { teamId, projectId, kind, number, other, dismissedAt: dismissed ? null : { not: null } },
    data: { dismissedAt: dismissed?.at ?? null, dismissedBy: dismissed?.by ?? null },
  });
  return count === 1;
}
