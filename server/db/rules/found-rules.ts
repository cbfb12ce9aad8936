import type { SafeText } from "../../core/redact/safe-text";
import type { RuleKind } from "../../core/rules/statuses";
import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

/** Rules that sessions and documents propose: what is known of them, and the new ones. */

export interface EventEvidence {
  readonly kind: "event";
  readonly session: number;
  readonly ref: string;
  readonly note: string;
}

export interface KnownRule {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly sourceKey: string | null;
  /** What one of its versions says, or how it is titled, in small letters. */
  readonly said: string;
}

export interface NewFoundRule {
  readonly number: number;
  readonly sourceKey: SafeText;
  readonly title: SafeText;
  readonly text: SafeText;
  readonly affectedPaths: readonly SafeText[];
  readonly evidence: readonly EventEvidence[];
}

const TABLES = {
  constraint: { record: "constraint_record", versions: "constraint_version", text: "rule" },
  preference: { record: "preference", versions: "preference_version", text: "text" },
} as const satisfies Record<RuleKind, object>;

/** More sessions than these say no more; a person may write 50 pieces. */
const MAX_EVIDENCE = 40;

const OWN = "x.team_id = r.team_id AND x.project_id = r.project_id AND x.number = r.number";

const STATEMENTS = {
  constraint: statementsOf("constraint", {
    columns: "rule, reason, affected_paths",
    fresh: `d.text, '', d."affectedPaths"`,
    copied: "v.rule, v.reason, v.affected_paths",
  }),
  preference: statementsOf("preference", { columns: "text", fresh: "d.text", copied: "v.text" }),
} as const satisfies Record<RuleKind, object>;

function statementsOf(kind: RuleKind, own: { columns: string; fresh: string; copied: string }) {
  const { record, versions, text } = TABLES[kind];
  return {
    known: statement(
      `${record}.known`,
      `SELECT DISTINCT r.number, r.version, r.status, r.source_key AS "sourceKey",
              CASE WHEN lower(x.title) = ANY($4::text[]) THEN lower(x.title) ELSE lower(x.${text}) END AS said
         FROM ${record} r JOIN ${versions} x ON ${OWN}
        WHERE r.team_id = $1 AND r.project_id = $2
          AND (r.source_key = ANY($3::text[]) OR lower(x.${text}) = ANY($4::text[]) OR lower(x.title) = ANY($4::text[]))
        ORDER BY r.number`,
    ),
    news: statement(
      `${record}.evidence_is_news`,
      `SELECT NOT EXISTS (SELECT 1 FROM ${versions}
                           WHERE team_id = $1 AND project_id = $2 AND number = $3 AND evidence @> $4::jsonb)
              AND EXISTS (SELECT 1 FROM ${versions}
                           WHERE team_id = $1 AND project_id = $2 AND number = $3 AND version = $5
                             AND jsonb_array_length(evidence) < ${MAX_EVIDENCE}) AS "isNews"`,
    ),
    insert: statement(
      `${record}.insert_found`,
      `INSERT INTO ${record} (team_id, project_id, number, version, status, title, source_key, created_at, updated_at)
       SELECT $1::uuid, $2::uuid, d.number, 1, 'proposed', d.title, d."sourceKey", $4, $4
         FROM jsonb_to_recordset($3::jsonb) AS d(number int, title text, "sourceKey" text)
       ON CONFLICT (team_id, project_id, source_key) DO NOTHING
       RETURNING number`,
    ),
    insertVersions: statement(
      `${versions}.insert_found`,
      `INSERT INTO ${versions} (team_id, project_id, number, version, status, title, ${own.columns}, tags, evidence,
              author_kind, author, session_id, created_at)
       SELECT $1::uuid, $2::uuid, d.number, 1, 'proposed', d.title, ${own.fresh}, '{}', d.evidence,
              'system', 'analysis', $5::uuid, $4
         FROM jsonb_to_recordset($3::jsonb) AS d(number int, title text, text text, "affectedPaths" text[], evidence jsonb)`,
    ),
    move: statement(
      `${record}.add_evidence`,
      `UPDATE ${record} SET version = version + 1, updated_at = $5
        WHERE team_id = $1 AND project_id = $2 AND number = $3 AND version = $4`,
    ),
    append: statement(
      `${versions}.add_evidence`,
      `INSERT INTO ${versions} (team_id, project_id, number, version, status, title, ${own.columns}, tags, evidence,
              author_kind, author, session_id, created_at)
       SELECT v.team_id, v.project_id, v.number, v.version + 1, v.status, v.title, ${own.copied}, v.tags,
              v.evidence || $5::jsonb, 'system', 'analysis', $6::uuid, $7
         FROM ${versions} v
        WHERE v.team_id = $1 AND v.project_id = $2 AND v.number = $3 AND v.version = $4`,
    ),
  };
}

/** Records that came from one of the places, or of which a version says one of the texts; these in small letters. */
export async function findKnownRules(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  kind: RuleKind,
  { sourceKeys, texts }: { readonly sourceKeys: readonly string[]; readonly texts: readonly string[] },
): Promise<KnownRule[]> {
  const values = [teamId, projectId, textArray(sourceKeys), textArray(texts)];
  return (await sql.query<KnownRule>({ ...STATEMENTS[kind].known, values })).rows;
}

/** No version of the record ever named the event as evidence, and there is room for it. */
export async function isNewEvidence(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  kind: RuleKind,
  { number, version }: Pick<KnownRule, "number" | "version">,
  { session, ref }: Pick<EventEvidence, "session" | "ref">,
): Promise<boolean> {
  const values = [teamId, projectId, number, JSON.stringify([{ session, ref }]), version];
  const { rows } = await sql.query<{ isNews: boolean }>({ ...STATEMENTS[kind].news, values });
  return rows[0]?.isNews === true;
}

/** Proposed, each with its first version. A place that another session was faster with is left to it. */
export async function insertFoundRules(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  kind: RuleKind,
  sessionId: string,
  rules: readonly NewFoundRule[],
  now: Date,
): Promise<void> {
  if (rules.length === 0) return;
  const { insert, insertVersions } = STATEMENTS[kind];
  const { rows } = await sql.query<{ number: number }>({
    ...insert,
    values: [teamId, projectId, JSON.stringify(rules), now],
  });
  const inserted = new Set(rows.map(({ number }) => number));
  const fresh = JSON.stringify(rules.filter(({ number }) => inserted.has(number)));
  await sql.query({ ...insertVersions, values: [teamId, projectId, fresh, now, sessionId] });
}

/** A new version that says no more than the last one, but rests on one event more. */
export async function addEventEvidence(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  kind: RuleKind,
  { number, version }: Pick<KnownRule, "number" | "version">,
  found: { readonly evidence: EventEvidence; readonly sessionId: string; readonly now: Date },
): Promise<void> {
  const { move, append } = STATEMENTS[kind];
  const { evidence, sessionId, now } = found;
  const moved = await sql.query({ ...move, values: [teamId, projectId, number, version, now] });
  if (moved.rowCount !== 1) return;
  const values = [teamId, projectId, number, version, JSON.stringify([evidence]), sessionId, now];
  await sql.query({ ...append, values });
}
