import type { TenantSql } from "../client";
import { boolArray, int4Array, int8Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";
import type { SessionKey } from "./session";

export interface StateRow {
  readonly entryId: string;
  readonly turn: number;
  readonly userTurn: number;
  readonly epoch: number;
  readonly visible: boolean;
  readonly inContext: boolean;
  readonly residency: string;
  readonly stage: string;
  readonly stageTold: boolean;
  readonly agent: string;
  readonly skill: string;
  readonly model: string;
  readonly noise: string | null;
  readonly noiseSinceTurn: number | null;
  readonly carriedRequests: number;
  readonly carriedTokens: number;
  readonly costNanoUsd: number | null;
}

const READ = statement(
  "event_state.read",
  `SELECT entry_id AS "entryId", turn, user_turn AS "userTurn", epoch, visible, in_context AS "inContext", residency, stage,
          stage_told AS "stageTold", agent, skill, model, noise, noise_since_turn AS "noiseSinceTurn",
          carried_requests AS "carriedRequests", carried_tokens AS "carriedTokens", cost_nano_usd AS "costNanoUsd"
     FROM event_state WHERE team_id = $1 AND session_id = $2`,
);

export async function readStates(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<StateRow[]> {
  const { rows } = await sql.query<
    Omit<StateRow, "carriedTokens" | "costNanoUsd"> & { carriedTokens: string; costNanoUsd: string | null }
  >({ ...READ, values: [teamId, sessionId] });
  return rows.map((row) => ({
    ...row,
    carriedTokens: Number(row.carriedTokens),
    costNanoUsd: row.costNanoUsd === null ? null : Number(row.costNanoUsd),
  }));
}

const UPSERT = statement(
  "event_state.upsert",
  `INSERT INTO event_state (team_id, session_id, entry_id, turn, user_turn, epoch, visible, in_context, residency, stage,
          stage_told, agent, skill, model, noise, noise_since_turn, carried_requests, carried_tokens, cost_nano_usd)
   SELECT $1::uuid, $2::uuid, s.*
     FROM unnest($3::text[], $4::int4[], $5::int4[], $6::int4[], $7::bool[], $8::bool[], $9::text[], $10::text[],
          $11::bool[], $12::text[], $13::text[], $14::text[], $15::text[], $16::int4[], $17::int4[], $18::int8[],
          $19::int8[]) AS s
   ON CONFLICT (team_id, session_id, entry_id) DO UPDATE
      SET turn = EXCLUDED.turn, user_turn = EXCLUDED.user_turn, epoch = EXCLUDED.epoch, visible = EXCLUDED.visible,
          in_context = EXCLUDED.in_context, residency = EXCLUDED.residency, stage = EXCLUDED.stage,
          stage_told = EXCLUDED.stage_told, agent = EXCLUDED.agent, skill = EXCLUDED.skill, model = EXCLUDED.model,
          noise = EXCLUDED.noise, noise_since_turn = EXCLUDED.noise_since_turn,
          carried_requests = EXCLUDED.carried_requests, carried_tokens = EXCLUDED.carried_tokens,
          cost_nano_usd = EXCLUDED.cost_nano_usd`,
);

export async function upsertStates(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  rows: readonly StateRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const texts = (pick: (row: StateRow) => string | null) => textArray(rows.map(pick));
  const int4s = (pick: (row: StateRow) => number | null) => int4Array(rows.map(pick));
  await sql.query({
    ...UPSERT,
    values: [
      teamId,
      sessionId,
      texts((row) => row.entryId),
      int4s((row) => row.turn),
      int4s((row) => row.userTurn),
      int4s((row) => row.epoch),
      boolArray(rows.map((row) => row.visible)),
      boolArray(rows.map((row) => row.inContext)),
      texts((row) => row.residency),
      texts((row) => row.stage),
      boolArray(rows.map((row) => row.stageTold)),
      texts((row) => row.agent),
      texts((row) => row.skill),
      texts((row) => row.model),
      texts((row) => row.noise),
      int4s((row) => row.noiseSinceTurn),
      int4s((row) => row.carriedRequests),
      int8Array(rows.map((row) => row.carriedTokens)),
      int8Array(rows.map((row) => row.costNanoUsd)),
    ],
  });
}

/** What an event takes over from its partner, where the stored row says otherwise. */
export interface EventFix {
  readonly entryId: string;
  readonly tool: string | null;
  readonly toolClass: string | null;
  readonly target: string | null;
  readonly label: string;
}

const FIX = statement(
  "event.fix",
  `UPDATE event e SET tool = f.tool, tool_class = f.tool_class, target = f.target, label = f.label
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS f(entry_id, tool, tool_class, target, label)
    WHERE e.team_id = $1 AND e.session_id = $2 AND e.entry_id = f.entry_id`,
);

/** Derived columns only: what the client sent of an event never changes. */
export async function fixEvents(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  fixes: readonly EventFix[],
): Promise<void> {
  if (fixes.length === 0) return;
  await sql.query({
    ...FIX,
    values: [
      teamId,
      sessionId,
      textArray(fixes.map((fix) => fix.entryId)),
      textArray(fixes.map((fix) => fix.tool)),
      textArray(fixes.map((fix) => fix.toolClass)),
      textArray(fixes.map((fix) => fix.target)),
      textArray(fixes.map((fix) => fix.label)),
    ],
  });
}
