import type { TenantSql } from "../client";
import { instantArray, int8Array, textArray } from "./arrays";
import { addToTiers, type TierOwner } from "./rollup-tiers";
import { recountSkillDays } from "./skill-days";
import { statement } from "./statement";
import { putInTargets, takeOutTargets } from "./target-tiers";

/** One cell of a session's rollup: what it adds, or (with negative figures) takes away. */
export interface RollupCell {
  readonly hourMs: number;
  readonly agent: string;
  readonly skill: string;
  readonly tool: string;
  readonly kind: string;
  readonly pass: string;
  readonly model: string;
  readonly branch: string;
  readonly stage: string;
  readonly events: number;
  readonly tokens: number;
  readonly carriedRequests: number;
  readonly carriedTokens: number;
  readonly costNanoUsd: number;
  readonly unpricedTokens: number;
}

export interface RollupOwner {
  readonly teamId: string;
  readonly projectId: string;
  readonly sessionId: string;
  readonly client: string;
  readonly person: string;
}

export const ROLLUP_FIGURES = [
  "events",
  "tokens",
  "carriedRequests",
  "carriedTokens",
  "costNanoUsd",
  "unpricedTokens",
] as const;

const ADD_SESSION = statement(
  "rollup.add_session",
  `INSERT INTO session_rollup (team_id, session_id, project_id, client, person, hour, agent, skill, tool, kind, pass, model,
          branch, stage, events, tokens, carried_requests, carried_tokens, cost_nano_usd, unpriced_tokens)
   SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5, d.*
     FROM unnest($6::timestamptz[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
          $14::text[], $15::int8[], $16::int8[], $17::int8[], $18::int8[], $19::int8[], $20::int8[]) AS d
   ON CONFLICT (team_id, session_id, hour, agent, skill, tool, kind, pass, model, branch, stage) DO UPDATE
      SET events = session_rollup.events + EXCLUDED.events,
          tokens = session_rollup.tokens + EXCLUDED.tokens,
          carried_requests = session_rollup.carried_requests + EXCLUDED.carried_requests,
          carried_tokens = session_rollup.carried_tokens + EXCLUDED.carried_tokens,
          cost_nano_usd = session_rollup.cost_nano_usd + EXCLUDED.cost_nano_usd,
          unpriced_tokens = session_rollup.unpriced_tokens + EXCLUDED.unpriced_tokens`,
);

const ADD_PROJECT = statement(
  "rollup.add_project",
  `INSERT INTO rollup (team_id, project_id, client, hour, agent, skill, tool, kind, pass,
          events, tokens, carried_requests, carried_tokens, cost_nano_usd, unpriced_tokens)
   SELECT $1::uuid, $2::uuid, $3, d.*
     FROM unnest($4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
          $10::int8[], $11::int8[], $12::int8[], $13::int8[], $14::int8[], $15::int8[]) AS d
   ON CONFLICT (team_id, project_id, hour, client, agent, skill, tool, kind, pass) DO UPDATE
      SET events = rollup.events + EXCLUDED.events,
          tokens = rollup.tokens + EXCLUDED.tokens,
          carried_requests = rollup.carried_requests + EXCLUDED.carried_requests,
          carried_tokens = rollup.carried_tokens + EXCLUDED.carried_tokens,
          cost_nano_usd = rollup.cost_nano_usd + EXCLUDED.cost_nano_usd,
          unpriced_tokens = rollup.unpriced_tokens + EXCLUDED.unpriced_tokens`,
);

const SWEEP_SESSION = statement(
  "rollup.sweep_session",
  `DELETE FROM session_rollup WHERE team_id = $1 AND session_id = $2 AND events = 0 AND tokens = 0
      AND carried_requests = 0 AND carried_tokens = 0 AND cost_nano_usd = 0 AND unpriced_tokens = 0`,
);

const SWEEP_PROJECT = statement(
  "rollup.sweep_project",
  `DELETE FROM rollup r USING unnest($3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
          AS d(hour, agent, skill, tool, kind, pass)
    WHERE r.team_id = $1 AND r.project_id = $2 AND r.client = $9 AND r.hour = d.hour AND r.agent = d.agent
      AND r.skill = d.skill AND r.tool = d.tool AND r.kind = d.kind AND r.pass = d.pass
      AND r.events = 0 AND r.tokens = 0 AND r.carried_requests = 0 AND r.carried_tokens = 0
      AND r.cost_nano_usd = 0 AND r.unpriced_tokens = 0`,
);

/**
 * Adds cells to a session's rollup and to its project's, which is the sum over sessions, and to the coarser twins of
 * both: none ever parts from the others. Rows are sorted by key, so that two uploads cannot wait for each other in a
 * circle. Cells that end at zero are removed when `sweep` is set (only a negative figure can make one). Answers where
 * the session counts now.
 */
export async function addToRollups(
  sql: TenantSql,
  owner: RollupOwner,
  cells: readonly RollupCell[],
  options: { sweep?: boolean } = {},
): Promise<TierOwner> {
  const place = await settle(sql, owner);
  await addCells(sql, place, cells, options.sweep ?? false);
  return place;
}

const COUNTED = statement(
  "rollup.counted",
  `SELECT p.time_zone AS "timeZone", s.counted_zone AS "countedZone",
          (SELECT person FROM session_slice WHERE team_id = $1 AND session_id = $2 AND dimension = '' LIMIT 1) AS person
     FROM session s JOIN project p ON p.team_id = s.team_id AND p.id = s.project_id
    WHERE s.team_id = $1 AND s.id = $2`,
);

const COUNT_IN = statement("rollup.count_in", "UPDATE session SET counted_zone = $3 WHERE team_id = $1 AND id = $2");

/**
 * All that a session has counted stands under one person and in the days of one time zone. A later batch may tell
 * another person, and the project may have got another zone: then what was counted moves there first. Answers where
 * the session counts now.
 */
async function settle(sql: TenantSql, owner: RollupOwner): Promise<TierOwner> {
  const { rows } = await sql.query<{ timeZone: string; countedZone: string | null; person: string | null }>({
    ...COUNTED,
    values: [owner.teamId, owner.sessionId],
  });
  const { timeZone = "UTC", countedZone = null, person = null } = rows[0] ?? {};
  const place = { ...owner, timeZone };
  const former = { ...owner, person: person ?? owner.person, timeZone: countedZone ?? timeZone };
  if (countedZone !== timeZone) await sql.query({ ...COUNT_IN, values: [owner.teamId, owner.sessionId, timeZone] });
  if (former.person === place.person && former.timeZone === timeZone) return place;
  const cells = await readSessionRollup(sql, owner, owner.sessionId);
  await addCells(sql, former, negatedCells(cells), true);
  await addCells(sql, place, cells, false);
  if (former.timeZone !== timeZone) {
    const emptied = await takeOutTargets(sql, owner, { timeZone: former.timeZone, cells: null });
    await putInTargets(sql, owner, { timeZone, cells: null }, emptied);
    await recountSkillDays(sql, owner, timeZone);
  }
  return place;
}

async function addCells(sql: TenantSql, owner: TierOwner, cells: readonly RollupCell[], sweep: boolean): Promise<void> {
  if (cells.length === 0) return;
  const own = sumBy(cells, sessionKey);
  const ownNames = (["model", "branch", "stage"] as const).map((name) => textArray(own.map((cell) => cell[name])));
  await sql.query({
    ...ADD_SESSION,
    values: [
      owner.teamId,
      owner.sessionId,
      owner.projectId,
      owner.client,
      owner.person,
      ...keyArrays(own),
      ...ownNames,
      ...figureArrays(own),
    ],
  });
  const shared = sumBy(cells, projectKey);
  const keys = keyArrays(shared);
  await sql.query({
    ...ADD_PROJECT,
    values: [owner.teamId, owner.projectId, owner.client, ...keys, ...figureArrays(shared)],
  });
  const tierCells = [...keyArrays(own), ...ownNames, ...figureArrays(own, CHARTED_FIGURES)];
  await addToTiers(sql, owner, tierCells, { sweep, onlyAdded: own.every((cell) => cell.pass === "added") });
  if (!sweep) return;
  await sql.query({ ...SWEEP_SESSION, values: [owner.teamId, owner.sessionId] });
  await sql.query({ ...SWEEP_PROJECT, values: [owner.teamId, owner.projectId, ...keys, owner.client] });
}

const READ_SESSION = statement(
  "rollup.read_session",
  `SELECT hour, agent, skill, tool, kind, pass, model, branch, stage, events, tokens, carried_requests AS "carriedRequests",
          carried_tokens AS "carriedTokens", cost_nano_usd AS "costNanoUsd", unpriced_tokens AS "unpricedTokens"
     FROM session_rollup WHERE team_id = $1 AND session_id = $2`,
);

type Figures = Record<Figure, string>;

export async function readSessionRollup(
  sql: TenantSql,
  scope: { readonly teamId: string },
  sessionId: string,
): Promise<RollupCell[]> {
  const { rows } = await sql.query<Omit<RollupCell, keyof Figures | "hourMs"> & Figures & { hour: Date }>({
    ...READ_SESSION,
    values: [scope.teamId, sessionId],
  });
  return rows.map(({ hour, ...row }) => ({
    ...row,
    hourMs: hour.getTime(),
    events: Number(row.events),
    tokens: Number(row.tokens),
    carriedRequests: Number(row.carriedRequests),
    carriedTokens: Number(row.carriedTokens),
    costNanoUsd: Number(row.costNanoUsd),
    unpricedTokens: Number(row.unpricedTokens),
  }));
}

/** Cells that take away what these add. */
export function negatedCells(cells: readonly RollupCell[]): RollupCell[] {
  return cells.map((cell) => ({
    ...cell,
    events: -cell.events,
    tokens: -cell.tokens,
    carriedRequests: -cell.carriedRequests,
    carriedTokens: -cell.carriedTokens,
    costNanoUsd: -cell.costNanoUsd,
    unpricedTokens: -cell.unpricedTokens,
  }));
}

function keyArrays(cells: readonly RollupCell[]): Buffer[] {
  return [
    instantArray(cells.map((cell) => cell.hourMs)),
    ...(["agent", "skill", "tool", "kind", "pass"] as const).map((name) => textArray(cells.map((cell) => cell[name]))),
  ];
}

type Figure = (typeof ROLLUP_FIGURES)[number];

/** Requests that carried noise are in no chart, so the coarser twins do without. */
const CHARTED_FIGURES = ROLLUP_FIGURES.filter((figure) => figure !== "carriedRequests");

function figureArrays(cells: readonly RollupCell[], figures: readonly Figure[] = ROLLUP_FIGURES): Buffer[] {
  return figures.map((figure) => int8Array(cells.map((cell) => cell[figure])));
}

const SEPARATOR = "\u0001";

function projectKey(cell: RollupCell): string {
  return [cell.hourMs, cell.agent, cell.skill, cell.tool, cell.kind, cell.pass].join(SEPARATOR);
}

function sessionKey(cell: RollupCell): string {
  return [projectKey(cell), cell.model, cell.branch, cell.stage].join(SEPARATOR);
}

/** Cells with the same key become one; the answer is sorted by key. */
function sumBy(cells: readonly RollupCell[], keyOf: (cell: RollupCell) => string): RollupCell[] {
  const sums = new Map<string, RollupCell>();
  for (const cell of cells) {
    const key = keyOf(cell);
    const known = sums.get(key);
    sums.set(key, known ? addFigures(known, cell) : cell);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
}

function addFigures(a: RollupCell, b: RollupCell): RollupCell {
  return {
    ...a,
    events: a.events + b.events,
    tokens: a.tokens + b.tokens,
    carriedRequests: a.carriedRequests + b.carriedRequests,
    carriedTokens: a.carriedTokens + b.carriedTokens,
    costNanoUsd: a.costNanoUsd + b.costNanoUsd,
    unpricedTokens: a.unpricedTokens + b.unpricedTokens,
  };
}
