import type { SafeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../client";
import { textArray } from "../sql/arrays";
import { statement } from "../sql/statement";
import type { ProjectKey } from "./project-key";

export interface KnownDecision {
  readonly number: number;
  readonly status: string;
  readonly sourceKey: string;
}

const BY_SOURCE = statement(
  "decision.by_source",
  `SELECT number, status, source_key AS "sourceKey" FROM decision
    WHERE team_id = $1 AND project_id = $2 AND source_key = ANY($3::text[])`,
);

export async function findBySource(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sourceKeys: readonly string[],
): Promise<KnownDecision[]> {
  const values = [teamId, projectId, textArray(sourceKeys)];
  return (await sql.query<KnownDecision>({ ...BY_SOURCE, values })).rows;
}

export interface NewDraft {
  readonly number: number;
  readonly sourceKey: SafeText;
  readonly title: SafeText;
  readonly decidedOn: string;
  readonly context: SafeText;
  readonly decision: SafeText;
  readonly reasoning: SafeText;
  readonly alternatives: readonly { readonly option: SafeText; readonly detail: SafeText; readonly whyNot: SafeText }[];
  readonly impact: SafeText;
  readonly reversible: SafeText;
  readonly risk: SafeText;
  readonly confidence: SafeText;
  readonly assumptions: readonly SafeText[];
  readonly affectedPaths: readonly SafeText[];
  readonly tags: readonly SafeText[];
  readonly evidence: readonly {
    readonly kind: "event";
    readonly session: number;
    readonly ref: string;
    readonly note: SafeText;
  }[];
  readonly author: SafeText;
}

const INSERT = statement(
  "decision.insert_drafts",
  `INSERT INTO decision (team_id, project_id, number, version, status, title, source_key, session_id, created_at, updated_at)
   SELECT $1::uuid, $2::uuid, d.number, 1, 'draft', d.title, d."sourceKey", $3::uuid, $5, $5
     FROM jsonb_to_recordset($4::jsonb) AS d(number int, title text, "sourceKey" text)
   ON CONFLICT (team_id, project_id, source_key) DO NOTHING
   RETURNING number`,
);

const INSERT_VERSIONS = statement(
  "decision_version.insert_drafts",
  `INSERT INTO decision_version (team_id, project_id, number, version, status, title, decided_on, context, decision,
          reasoning, alternatives, impact, reversible, risk, confidence, assumptions, affected_paths, tags, links, evidence,
          supersedes, author_kind, author, session_id, created_at)
   SELECT $1::uuid, $2::uuid, d.number, 1, 'draft', d.title, d."decidedOn", d.context, d.decision, d.reasoning,
          d.alternatives, d.impact, d.reversible, d.risk, d.confidence, d.assumptions, d."affectedPaths", d.tags,
          '[]'::jsonb, d.evidence, '{}', 'agent', d.author, $3::uuid, $5
     FROM jsonb_to_recordset($4::jsonb) AS d(number int, title text, "decidedOn" timestamptz, context text, decision text,
          reasoning text, alternatives jsonb, impact text, reversible text, risk text, confidence text, assumptions text[],
          "affectedPaths" text[], tags text[], evidence jsonb, author text)`,
);

/** Answers the numbers that were really new: another place of the same draft may have been faster. */
export async function insertDrafts(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
  drafts: readonly NewDraft[],
  now: Date,
): Promise<number[]> {
  if (drafts.length === 0) return [];
  const values = [teamId, projectId, sessionId, JSON.stringify(drafts), now];
  const { rows } = await sql.query<{ number: number }>({ ...INSERT, values });
  const inserted = new Set(rows.map((row) => row.number));
  const fresh = drafts.filter((draft) => inserted.has(draft.number));
  await sql.query({ ...INSERT_VERSIONS, values: [teamId, projectId, sessionId, JSON.stringify(fresh), now] });
  return [...inserted];
}
