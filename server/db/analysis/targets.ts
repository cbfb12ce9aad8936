import type { SafeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../client";
import { byteaArray, instantArray, int8Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";
import type { SessionKey } from "./session";

/** What a file or command brought to one cell of the charts. */
export interface TargetCell {
  /** Hash of all that is no figure, in base64: the row's own name inside the session. */
  readonly cell: string;
  readonly hourMs: number;
  readonly agent: string;
  readonly skill: string;
  readonly tool: string;
  readonly kind: string;
  readonly pass: string;
  readonly model: string;
  readonly branch: string;
  readonly stage: string;
  readonly targetKind: string;
  readonly target: SafeText;
  readonly question: SafeText;
  /** See `failureHash`; empty when it is no failure. */
  readonly failure: string;
  readonly events: number;
  readonly tokens: number;
  readonly carriedRequests: number;
  readonly carriedTokens: number;
  readonly costNanoUsd: number;
  readonly unpricedTokens: number;
}

export const TARGET_FIGURES = [
  "events",
  "tokens",
  "carriedRequests",
  "carriedTokens",
  "costNanoUsd",
  "unpricedTokens",
] as const;

export type StoredTarget = Pick<TargetCell, "cell" | (typeof TARGET_FIGURES)[number]>;

/** With the person that the row counts under. */
type ReadTarget = StoredTarget & { readonly person: string };

const READ = statement(
  "target.read",
  `SELECT encode(cell, 'base64') AS cell, person, events::float8 AS events, tokens::float8 AS tokens,
          carried_requests::float8 AS "carriedRequests", carried_tokens::float8 AS "carriedTokens",
          cost_nano_usd::float8 AS "costNanoUsd", unpriced_tokens::float8 AS "unpricedTokens"
     FROM session_target WHERE team_id = $1 AND session_id = $2`,
);

export async function readTargets(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<ReadTarget[]> {
  return (await sql.query<ReadTarget>({ ...READ, values: [teamId, sessionId] })).rows;
}

const UPSERT = statement(
  "target.upsert",
  `INSERT INTO session_target (team_id, session_id, project_id, client, person, cell, hour, agent, skill, tool, kind, pass,
          model, branch, stage, target_kind, target, question, failure, events, tokens, carried_requests,
          carried_tokens, cost_nano_usd, unpriced_tokens)
   SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5, t.*
     FROM unnest($6::bytea[], $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
          $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::int8[], $21::int8[],
          $22::int8[], $23::int8[], $24::int8[], $25::int8[]) AS t
   ON CONFLICT (team_id, session_id, cell) DO UPDATE
      SET events = EXCLUDED.events, tokens = EXCLUDED.tokens, carried_requests = EXCLUDED.carried_requests,
          carried_tokens = EXCLUDED.carried_tokens, cost_nano_usd = EXCLUDED.cost_nano_usd,
          unpriced_tokens = EXCLUDED.unpriced_tokens`,
);

export interface SessionOwner extends SessionKey {
  readonly projectId: string;
  readonly client: string;
  readonly person: string;
}

const NAMES = ["agent", "skill", "tool", "kind", "pass", "model", "branch", "stage"] as const;
const TEXTS = ["targetKind", "target", "question", "failure"] as const;

export async function upsertTargets(sql: TenantSql, owner: SessionOwner, rows: readonly TargetCell[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query({
    ...UPSERT,
    values: [
      ...[owner.teamId, owner.sessionId, owner.projectId, owner.client, owner.person],
      byteaArray(rows.map((row) => Buffer.from(row.cell, "base64"))),
      instantArray(rows.map((row) => row.hourMs)),
      ...[...NAMES, ...TEXTS].map((name) => textArray(rows.map((row) => row[name]))),
      ...TARGET_FIGURES.map((figure) => int8Array(rows.map((row) => row[figure]))),
    ],
  });
}

const DELETE = statement(
  "target.delete",
  "DELETE FROM session_target WHERE team_id = $1 AND session_id = $2 AND cell = ANY($3::bytea[])",
);

export async function deleteTargets(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  cells: readonly string[],
): Promise<void> {
  if (cells.length === 0) return;
  const values = [teamId, sessionId, byteaArray(cells.map((cell) => Buffer.from(cell, "base64")))];
  await sql.query({ ...DELETE, values });
}

const DELETE_ALL = statement("target.delete_all", "DELETE FROM session_target WHERE team_id = $1 AND session_id = $2");

export async function deleteAllTargets(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<void> {
  await sql.query({ ...DELETE_ALL, values: [teamId, sessionId] });
}

const FORGET = ["session_target", "session_skill"].map((table) =>
  statement(`${table}.forget_person`, `DELETE FROM ${table} WHERE team_id = $1 AND session_id = $2 AND person <> $3`),
);

/** Rows under a name that the session's person no longer has: they are written anew. */
export async function forgetOtherPersons(sql: TenantSql, owner: SessionOwner): Promise<void> {
  for (const query of FORGET) await sql.query({ ...query, values: [owner.teamId, owner.sessionId, owner.person] });
}
