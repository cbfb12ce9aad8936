import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { int4Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

/** A version of a decision as files carry it. */
export interface ExchangedDecision {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  readonly sourceKey: string | null;
  readonly session: number | null;
  readonly decidedOn: Date | null;
  readonly context: string;
  readonly decision: string;
  readonly reasoning: string;
  readonly alternatives: unknown;
  readonly impact: string;
  readonly reversible: string;
  readonly risk: string;
  readonly confidence: string;
  readonly assumptions: string[];
  readonly affectedPaths: string[];
  readonly tags: string[];
  readonly links: unknown;
  readonly evidence: unknown;
  readonly supersedes: number[];
  readonly amends: number[];
  readonly authorKind: string;
  readonly author: string;
  readonly createdAt: Date;
}

const COLUMNS = `d.number, v.version, v.status, v.title, d.source_key AS "sourceKey", s.number AS session,
          v.decided_on AS "decidedOn", v.context, v.decision, v.reasoning, v.alternatives, v.impact, v.reversible,
          v.risk, v.confidence, v.assumptions, v.affected_paths AS "affectedPaths", v.tags, v.links, v.evidence,
          v.supersedes, v.amends, v.author_kind AS "authorKind", v.author, v.created_at AS "createdAt"`;
const SESSION = "LEFT JOIN session s ON s.team_id = d.team_id AND s.id = d.session_id";
const SAME = "v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number";
const NEWEST = `FROM decision d JOIN decision_version v ON ${SAME} AND v.version = d.version ${SESSION}`;

const PAGE = statement(
  "exchange.decisions",
  `SELECT ${COLUMNS} ${NEWEST}
    WHERE d.team_id = $1 AND d.project_id = $2 AND d.number > $3 ORDER BY d.number LIMIT $4`,
);

/** Newest versions behind a number, in its order. */
export async function readDecisionPage(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  after: number,
  limit: number,
): Promise<ExchangedDecision[]> {
  return (await sql.query<ExchangedDecision>({ ...PAGE, values: [teamId, projectId, after, limit] })).rows;
}

const VERSIONS = statement(
  "exchange.decision_versions",
  `SELECT ${COLUMNS} FROM decision d JOIN decision_version v ON ${SAME} ${SESSION}
    WHERE d.team_id = $1 AND d.project_id = $2 AND v.team_id = $1 AND v.project_id = $2
      AND (v.number, v.version) > ($3, $4) ORDER BY v.number, v.version LIMIT $5`,
);

/** Every version behind one of them, by number, then version. */
export async function readDecisionVersionPage(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  after: { readonly number: number; readonly version: number },
  limit: number,
): Promise<ExchangedDecision[]> {
  const values = [teamId, projectId, after.number, after.version, limit];
  return (await sql.query<ExchangedDecision>({ ...VERSIONS, values })).rows;
}

const KNOWN = statement(
  "exchange.known_decisions",
  `SELECT ${COLUMNS} ${NEWEST}
    WHERE d.team_id = $1 AND d.project_id = $2 AND (d.number = ANY($3::int4[]) OR d.source_key = ANY($4::text[]))`,
);

/** Decisions of these numbers, or that came from these places. */
export async function findDecisions(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
  sourceKeys: readonly string[],
): Promise<ExchangedDecision[]> {
  const values = [teamId, projectId, int4Array(numbers), textArray(sourceKeys)];
  return (await sql.query<ExchangedDecision>({ ...KNOWN, values })).rows;
}

const SUCCESSORS = statement(
  "exchange.successors",
  `SELECT d.number, v.supersedes FROM decision d JOIN decision_version v ON ${SAME} AND v.version = d.version
    WHERE d.team_id = $1 AND d.project_id = $2 AND v.supersedes && $3::int4[] ORDER BY d.number`,
);

/** Decisions whose newest versions replace one of these. */
export async function readReplacers(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<{ number: number; supersedes: number[] }[]> {
  const values = [teamId, projectId, int4Array(numbers)];
  return (await sql.query<{ number: number; supersedes: number[] }>({ ...SUCCESSORS, values })).rows;
}

export type NewDecisionRow = Omit<ExchangedDecision, "session">;

const AS_ROWS = `jsonb_to_recordset($3::jsonb) AS r(number int, version int, status text, title text, "sourceKey" text,
          "decidedOn" timestamptz, context text, decision text, reasoning text, alternatives jsonb, impact text,
          reversible text, risk text, confidence text, assumptions jsonb, "affectedPaths" jsonb, tags jsonb,
          links jsonb, evidence jsonb, supersedes jsonb, amends jsonb, "authorKind" text, author text,
          "createdAt" timestamptz)`;

const INSERT = statement(
  "exchange.insert_decisions",
  `INSERT INTO decision (team_id, project_id, number, version, status, title, source_key, created_at, updated_at)
   SELECT $1::uuid, $2::uuid, r.number, r.version, r.status, r.title, r."sourceKey", r."createdAt", $4 FROM ${AS_ROWS}`,
);

const MOVE = statement(
  "exchange.move_decisions",
  `UPDATE decision d SET version = r.version, status = r.status, title = r.title, updated_at = $4
     FROM ${AS_ROWS}
    WHERE d.team_id = $1::uuid AND d.project_id = $2::uuid AND d.number = r.number AND d.version = r.version - 1`,
);

const INSERT_VERSIONS = statement(
  "exchange.insert_decision_versions",
  `INSERT INTO decision_version (team_id, project_id, number, version, status, title, decided_on, context, decision,
          reasoning, alternatives, impact, reversible, risk, confidence, assumptions, affected_paths, tags, links,
          evidence, supersedes, amends, author_kind, author, created_at)
   SELECT $1::uuid, $2::uuid, r.number, r.version, r.status, r.title, r."decidedOn", r.context, r.decision, r.reasoning,
          r.alternatives, r.impact, r.reversible, r.risk, r.confidence,
          ARRAY(SELECT jsonb_array_elements_text(r.assumptions)),
          ARRAY(SELECT jsonb_array_elements_text(r."affectedPaths")), ARRAY(SELECT jsonb_array_elements_text(r.tags)),
          r.links, r.evidence, ARRAY(SELECT jsonb_array_elements_text(r.supersedes)::int),
          ARRAY(SELECT jsonb_array_elements_text(r.amends)::int), r."authorKind", r.author, r."createdAt"
     FROM ${AS_ROWS}`,
);

/** New records as their newest versions say, with every version of them. */
export async function insertDecisions(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  newest: readonly NewDecisionRow[],
  versions: readonly NewDecisionRow[],
  now: Date,
): Promise<void> {
  await sql.query({ ...INSERT, values: [teamId, projectId, JSON.stringify(newest), now] });
  await sql.query({ ...INSERT_VERSIONS, values: [teamId, projectId, JSON.stringify(versions)] });
}

/** The next version of each; answers how many were where they were expected. */
export async function appendDecisions(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  versions: readonly NewDecisionRow[],
  now: Date,
): Promise<number> {
  const rows = JSON.stringify(versions);
  const moved = await sql.query({ ...MOVE, values: [teamId, projectId, rows, now] });
  if (moved.rowCount === versions.length) await sql.query({ ...INSERT_VERSIONS, values: [teamId, projectId, rows] });
  return moved.rowCount ?? 0;
}
