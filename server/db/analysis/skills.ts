import type { TenantSql } from "../client";
import { byteaArray, instantArray, int4Array, int8Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";
import type { SessionKey } from "./session";
import type { SessionOwner } from "./targets";

/** Loads of one body of a skill in one cell of the charts; see `skillUses`. */
export interface SkillCell {
  /** Hash of the names and the body, in base64: the row's own name inside the session. */
  readonly cell: string;
  readonly hourMs: number;
  readonly agent: string;
  readonly skill: string;
  readonly tool: string;
  readonly kind: string;
  readonly model: string;
  readonly branch: string;
  readonly stage: string;
  /** SHA-256 of the body, in base64. */
  readonly contentHash: string;
  readonly loads: number;
  readonly loadTokens: number;
  readonly repeatedTokens: number;
  readonly underTokens: number;
  readonly underProvenTokens: number;
  readonly names: number;
  readonly referred: boolean | null;
  readonly firstLoadedAtMs: number;
  readonly lastLoadedAtMs: number;
  readonly firstEntryId: string;
}

/** What of a cell can change while its name stays. */
export const SKILL_FIGURES = [
  "loads",
  "loadTokens",
  "repeatedTokens",
  "underTokens",
  "underProvenTokens",
  "names",
  "referred",
  "firstLoadedAtMs",
  "lastLoadedAtMs",
  "firstEntryId",
] as const;

export type StoredSkill = Pick<SkillCell, "cell" | (typeof SKILL_FIGURES)[number]>;

const READ = statement(
  "skill.read",
  `SELECT encode(cell, 'base64') AS cell, loads, load_tokens::float8 AS "loadTokens",
          repeated_tokens::float8 AS "repeatedTokens", under_tokens::float8 AS "underTokens",
          under_proven_tokens::float8 AS "underProvenTokens", names, referred,
          (extract(epoch FROM first_loaded_at) * 1000)::float8 AS "firstLoadedAtMs",
          (extract(epoch FROM last_loaded_at) * 1000)::float8 AS "lastLoadedAtMs", first_entry_id AS "firstEntryId"
     FROM session_skill WHERE team_id = $1 AND session_id = $2`,
);

export async function readSkills(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<StoredSkill[]> {
  return (await sql.query<StoredSkill>({ ...READ, values: [teamId, sessionId] })).rows;
}

const UPSERT = statement(
  "skill.upsert",
  `INSERT INTO session_skill (team_id, session_id, project_id, client, person, cell, hour, agent, skill, tool, kind, model,
          branch, stage, content_hash, loads, load_tokens, repeated_tokens, under_tokens, under_proven_tokens, names,
          referred, first_loaded_at, last_loaded_at, first_entry_id)
   SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5, s.cell, s.hour, s.agent, s.skill, s.tool, s.kind, s.model, s.branch, s.stage,
          s.hash, s.loads, s.load, s.repeated, s.under, s.proven, s.names, s.referred::bool, s.first_at, s.last_at, s.entry
     FROM unnest($6::bytea[], $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
          $14::text[], $15::bytea[], $16::int4[], $17::int8[], $18::int8[], $19::int8[], $20::int8[], $21::int4[],
          $22::text[], $23::timestamptz[], $24::timestamptz[], $25::text[])
          AS s(cell, hour, agent, skill, tool, kind, model, branch, stage, hash, loads, load, repeated, under, proven, names,
               referred, first_at, last_at, entry)
   ON CONFLICT (team_id, session_id, cell) DO UPDATE
      SET loads = EXCLUDED.loads, load_tokens = EXCLUDED.load_tokens, repeated_tokens = EXCLUDED.repeated_tokens,
          under_tokens = EXCLUDED.under_tokens, under_proven_tokens = EXCLUDED.under_proven_tokens,
          names = EXCLUDED.names, referred = EXCLUDED.referred, first_loaded_at = EXCLUDED.first_loaded_at,
          last_loaded_at = EXCLUDED.last_loaded_at, first_entry_id = EXCLUDED.first_entry_id`,
);

const NAMES = ["agent", "skill", "tool", "kind", "model", "branch", "stage"] as const;
const TOKENS = ["loadTokens", "repeatedTokens", "underTokens", "underProvenTokens"] as const;

export async function upsertSkills(sql: TenantSql, owner: SessionOwner, rows: readonly SkillCell[]): Promise<void> {
  if (rows.length === 0) return;
  const bytes = (pick: (row: SkillCell) => string) => byteaArray(rows.map((row) => Buffer.from(pick(row), "base64")));
  await sql.query({
    ...UPSERT,
    values: [
      ...[owner.teamId, owner.sessionId, owner.projectId, owner.client, owner.person],
      bytes((row) => row.cell),
      instantArray(rows.map((row) => row.hourMs)),
      ...NAMES.map((name) => textArray(rows.map((row) => row[name]))),
      bytes((row) => row.contentHash),
      int4Array(rows.map((row) => row.loads)),
      ...TOKENS.map((figure) => int8Array(rows.map((row) => row[figure]))),
      int4Array(rows.map((row) => row.names)),
      textArray(rows.map(({ referred }) => (referred === null ? null : String(referred)))),
      instantArray(rows.map((row) => row.firstLoadedAtMs)),
      instantArray(rows.map((row) => row.lastLoadedAtMs)),
      textArray(rows.map((row) => row.firstEntryId)),
    ],
  });
}

const DELETE = statement(
  "skill.delete",
  "DELETE FROM session_skill WHERE team_id = $1 AND session_id = $2 AND cell = ANY($3::bytea[])",
);

export async function deleteSkills(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  cells: readonly string[],
): Promise<void> {
  if (cells.length === 0) return;
  const values = [teamId, sessionId, byteaArray(cells.map((cell) => Buffer.from(cell, "base64")))];
  await sql.query({ ...DELETE, values });
}
