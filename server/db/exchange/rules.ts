import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { int4Array, textArray } from "../sql/arrays";
import { type Statement, statement } from "../sql/statement";

/** A constraint or a preference as files carry it; a preference has neither reason nor paths. */
export interface ExchangedRule {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  readonly sourceKey: string | null;
  readonly text: string;
  readonly reason: string;
  readonly affectedPaths: string[];
  readonly tags: string[];
  readonly evidence: unknown;
  readonly authorKind: string;
  readonly author: string;
  readonly createdAt: Date;
}

export type ExchangedRuleKind = "constraint" | "preference";

interface RuleStatements {
  readonly page: Statement;
  readonly known: Statement;
  readonly insert: Statement;
  readonly move: Statement;
  readonly versions: Statement;
}

/** Only names of tables and columns of this file stand in the SQL. */
function statementsOf(
  kind: ExchangedRuleKind,
  tables: { readonly record: string; readonly versions: string },
  own: { readonly selected: string; readonly columns: string; readonly values: string },
): RuleStatements {
  const select = `SELECT r.number, r.version, r.status, v.title, r.source_key AS "sourceKey", ${own.selected}, v.tags,
          v.evidence, v.author_kind AS "authorKind", v.author, v.created_at AS "createdAt"
     FROM ${tables.record} r JOIN ${tables.versions} v ON v.team_id = r.team_id AND v.project_id = r.project_id
                                                      AND v.number = r.number AND v.version = r.version
    WHERE r.team_id = $1 AND r.project_id = $2`;
  const rows = `jsonb_to_recordset($3::jsonb) AS r(number int, version int, status text, title text, "sourceKey" text,
          text text, reason text, "affectedPaths" jsonb, tags jsonb, evidence jsonb, "authorKind" text, author text,
          "createdAt" timestamptz)`;
  return {
    page: statement(`exchange.${kind}s`, `${select} AND r.number > $3 ORDER BY r.number LIMIT $4`),
    known: statement(
      `exchange.known_${kind}s`,
      `${select} AND (r.number = ANY($3::int4[]) OR r.source_key = ANY($4::text[]))`,
    ),
    insert: statement(
      `exchange.insert_${kind}s`,
      `INSERT INTO ${tables.record} (team_id, project_id, number, version, status, title, source_key, created_at, updated_at)
       SELECT $1::uuid, $2::uuid, r.number, r.version, r.status, r.title, r."sourceKey", r."createdAt", $4 FROM ${rows}`,
    ),
    move: statement(
      `exchange.move_${kind}s`,
      `UPDATE ${tables.record} c SET version = r.version, status = r.status, title = r.title, updated_at = $4 FROM ${rows}
        WHERE c.team_id = $1::uuid AND c.project_id = $2::uuid AND c.number = r.number AND c.version = r.version - 1`,
    ),
    versions: statement(
      `exchange.insert_${kind}_versions`,
      `INSERT INTO ${tables.versions} (team_id, project_id, number, version, status, title, ${own.columns}, tags, evidence,
              author_kind, author, created_at)
       SELECT $1::uuid, $2::uuid, r.number, r.version, r.status, r.title, ${own.values},
              ARRAY(SELECT jsonb_array_elements_text(r.tags)), r.evidence, r."authorKind", r.author, r."createdAt"
         FROM ${rows}`,
    ),
  };
}

const STATEMENTS: Readonly<Record<ExchangedRuleKind, RuleStatements>> = {
  constraint: statementsOf(
    "constraint",
    { record: "constraint_record", versions: "constraint_version" },
    {
      selected: `v.rule AS text, v.reason, v.affected_paths AS "affectedPaths"`,
      columns: "rule, reason, affected_paths",
      values: `r.text, r.reason, ARRAY(SELECT jsonb_array_elements_text(r."affectedPaths"))`,
    },
  ),
  preference: statementsOf(
    "preference",
    { record: "preference", versions: "preference_version" },
    { selected: `v.text, '' AS reason, '{}'::text[] AS "affectedPaths"`, columns: "text", values: "r.text" },
  ),
};

/** Newest versions behind a number, in its order. */
export async function readRulePage(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  kind: ExchangedRuleKind,
  after: number,
  limit: number,
): Promise<ExchangedRule[]> {
  const values = [teamId, projectId, after, limit];
  return (await sql.query<ExchangedRule>({ ...STATEMENTS[kind].page, values })).rows;
}

/** Rules of these numbers, or that came from these places. */
export async function findRules(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  kind: ExchangedRuleKind,
  numbers: readonly number[],
  sourceKeys: readonly string[],
): Promise<ExchangedRule[]> {
  const values = [teamId, projectId, int4Array(numbers), textArray(sourceKeys)];
  return (await sql.query<ExchangedRule>({ ...STATEMENTS[kind].known, values })).rows;
}

export async function insertRules(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  kind: ExchangedRuleKind,
  rules: readonly ExchangedRule[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(rules);
  await sql.query({ ...STATEMENTS[kind].insert, values: [teamId, projectId, rows, now] });
  await sql.query({ ...STATEMENTS[kind].versions, values: [teamId, projectId, rows] });
}

/** The next version of each; answers how many were where they were expected. */
export async function appendRules(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  kind: ExchangedRuleKind,
  rules: readonly ExchangedRule[],
  now: Date,
): Promise<number> {
  const rows = JSON.stringify(rules);
  const moved = await sql.query({ ...STATEMENTS[kind].move, values: [teamId, projectId, rows, now] });
  if (moved.rowCount === rules.length) {
    await sql.query({ ...STATEMENTS[kind].versions, values: [teamId, projectId, rows] });
  }
  return moved.rowCount ?? 0;
}
