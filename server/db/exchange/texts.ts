import type { HandoffNote } from "../../core/handoffs/note";
import type { SafeText } from "../../core/redact/safe-text";
import type { SessionSummaryBody } from "../../core/session-summary/body";
import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { int4Array } from "../sql/arrays";
import { statement } from "../sql/statement";

/** Session summaries and handoff notes: records whose text is the record. */
export interface ExchangedSummary {
  readonly number: number;
  readonly version: number;
  readonly title: string;
  readonly body: unknown;
  readonly createdAt: Date;
}

const SUMMARY = `SELECT r.number, r.version, r.title, v.body, v.created_at AS "createdAt"
     FROM session_summary r JOIN session_summary_version v
       ON v.team_id = r.team_id AND v.project_id = r.project_id AND v.number = r.number AND v.version = r.version
    WHERE r.team_id = $1 AND r.project_id = $2`;

const SUMMARIES = statement("exchange.summaries", `${SUMMARY} AND r.number > $3 ORDER BY r.number LIMIT $4`);

/** Newest versions behind a number, in its order. */
export async function readSummaryPage(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  after: number,
  limit: number,
): Promise<ExchangedSummary[]> {
  return (await sql.query<ExchangedSummary>({ ...SUMMARIES, values: [teamId, projectId, after, limit] })).rows;
}

const LAST_SUMMARY = statement("exchange.last_summary", `${SUMMARY} ORDER BY r.number DESC LIMIT 1`);

export async function readLastSummary(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
): Promise<ExchangedSummary | null> {
  return (await sql.query<ExchangedSummary>({ ...LAST_SUMMARY, values: [teamId, projectId] })).rows[0] ?? null;
}

const KNOWN_SUMMARIES = statement("exchange.known_summaries", `${SUMMARY} AND r.number = ANY($3::int4[])`);

export async function findSummaries(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<ExchangedSummary[]> {
  const values = [teamId, projectId, int4Array(numbers)];
  return (await sql.query<ExchangedSummary>({ ...KNOWN_SUMMARIES, values })).rows;
}

const SAME_SUMMARY = statement("exchange.same_summary", `${SUMMARY} AND r.title = $3 ORDER BY r.number DESC LIMIT 50`);

/** Summaries of one title, the newest first. */
export async function findSummariesTitled(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  title: string,
): Promise<ExchangedSummary[]> {
  return (await sql.query<ExchangedSummary>({ ...SAME_SUMMARY, values: [teamId, projectId, title] })).rows;
}

export interface NewSummary {
  readonly number: number;
  /** Of no session here: the work was done elsewhere. */
  readonly sessionId: string;
  readonly title: SafeText;
  /** Strings passed the funnel. */
  readonly body: SessionSummaryBody;
  readonly authorKind: string;
  readonly author: SafeText;
}

const SUMMARY_ROWS = `jsonb_to_recordset($3::jsonb)
          AS r(number int, "sessionId" uuid, title text, body jsonb, "authorKind" text, author text)`;
const INSERT_SUMMARIES = statement(
  "exchange.insert_summaries",
  `INSERT INTO session_summary (team_id, project_id, number, version, session_id, title, created_at, updated_at)
   SELECT $1::uuid, $2::uuid, r.number, 1, r."sessionId", r.title, $4, $4 FROM ${SUMMARY_ROWS}`,
);
const INSERT_SUMMARY_VERSIONS = statement(
  "exchange.insert_summary_versions",
  `INSERT INTO session_summary_version (team_id, project_id, number, version, body, author_kind, author, created_at)
   SELECT $1::uuid, $2::uuid, r.number, 1, r.body, r."authorKind", r.author, $4 FROM ${SUMMARY_ROWS}`,
);

export async function insertSummaries(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  summaries: readonly NewSummary[],
  now: Date,
): Promise<void> {
  const values = [teamId, projectId, JSON.stringify(summaries), now];
  await sql.query({ ...INSERT_SUMMARIES, values });
  await sql.query({ ...INSERT_SUMMARY_VERSIONS, values });
}

const APPEND_SUMMARY = statement(
  "exchange.append_summary",
  `UPDATE session_summary SET version = $4, title = $5, updated_at = $6
    WHERE team_id = $1 AND project_id = $2 AND number = $3 AND version = $4 - 1`,
);
const APPEND_SUMMARY_VERSION = statement(
  "exchange.append_summary_version",
  `INSERT INTO session_summary_version (team_id, project_id, number, version, body, author_kind, author, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** False when the summary has moved on to another version meanwhile. */
export async function appendSummary(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  next: Omit<NewSummary, "sessionId"> & { readonly version: number },
  now: Date,
): Promise<boolean> {
  const { number, version, title, body, authorKind, author } = next;
  const moved = await sql.query({ ...APPEND_SUMMARY, values: [teamId, projectId, number, version, title, now] });
  if (moved.rowCount !== 1) return false;
  const values = [teamId, projectId, number, version, JSON.stringify(body), authorKind, author, now];
  await sql.query({ ...APPEND_SUMMARY_VERSION, values });
  return true;
}

const LAST_HANDOFF = statement(
  "exchange.last_handoff",
  `SELECT v.markdown FROM handoff h JOIN handoff_version v
       ON v.team_id = h.team_id AND v.project_id = h.project_id AND v.number = h.number AND v.version = h.version
    WHERE h.team_id = $1 AND h.project_id = $2 ORDER BY h.number DESC LIMIT 1`,
);

export async function readLastHandoff(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<string | null> {
  const { rows } = await sql.query<{ markdown: string }>({ ...LAST_HANDOFF, values: [teamId, projectId] });
  return rows[0]?.markdown ?? null;
}

const SAME_HANDOFF = statement(
  "exchange.same_handoff",
  `SELECT h.number FROM handoff h JOIN handoff_version v
       ON v.team_id = h.team_id AND v.project_id = h.project_id AND v.number = h.number AND v.version = h.version
    WHERE h.team_id = $1 AND h.project_id = $2 AND md5(v.markdown) = md5($3) AND v.markdown = $3 LIMIT 1`,
);

/** The note that says exactly this. */
export async function findHandoffSaying(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  markdown: string,
): Promise<number | null> {
  const { rows } = await sql.query<{ number: number }>({ ...SAME_HANDOFF, values: [teamId, projectId, markdown] });
  return rows[0]?.number ?? null;
}

export interface NewHandoff {
  readonly number: number;
  readonly title: SafeText;
  /** Strings passed the funnel. */
  readonly note: HandoffNote;
  readonly markdown: SafeText;
  readonly authorKind: string;
  readonly author: SafeText;
}

const INSERT_HANDOFF = statement(
  "exchange.insert_handoff",
  `INSERT INTO handoff (team_id, project_id, number, version, status, title, addressed_to, created_at, updated_at)
   VALUES ($1, $2, $3, 1, 'open', $4, 'next-session', $5, $5)`,
);
const INSERT_HANDOFF_VERSION = statement(
  "exchange.insert_handoff_version",
  `INSERT INTO handoff_version (team_id, project_id, number, version, title, note, markdown, author_kind, author, created_at)
   VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9)`,
);

export async function insertHandoff(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  { number, title, note, markdown, authorKind, author }: NewHandoff,
  now: Date,
): Promise<void> {
  await sql.query({ ...INSERT_HANDOFF, values: [teamId, projectId, number, title, now] });
  const values = [teamId, projectId, number, title, JSON.stringify(note), markdown, authorKind, author, now];
  await sql.query({ ...INSERT_HANDOFF_VERSION, values });
}
