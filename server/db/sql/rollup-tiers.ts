import type { TenantSql } from "../client";
import { statement } from "./statement";

/**
 * Coarser twins of the rollups, kept by the same deltas in the same transaction: `rollup_hour` for questions about one
 * dimension, `rollup_day` for all others over long ranges, and `session_slice` for counting and ranking sessions. Their
 * rows hold all passes side by side; of idle and dropped noise only the tokens are ever charted. Each row belongs to
 * one dimension (or to none), so that a question about one dimension reads the few rows of its values, and not the
 * product of all dimensions.
 */

/** Dimensions that a day is cut by, beside client, agent, skill, tool and kind. */
export const DAY_DIMENSIONS = ["person", "model", "branch", "stage"] as const;
/** Dimensions that a session's day is cut by; its client and person stand on each row. */
export const SLICE_DIMENSIONS = ["agent", "skill", "tool", "kind", "model", "branch", "stage"] as const;
/** Dimensions that a project's hour is cut by. */
export const HOUR_DIMENSIONS = ["client", "person", ...SLICE_DIMENSIONS] as const;

/** Classes of which events, carried tokens and costs are charted, with the prefix of their columns. */
const PROVEN = [
  { pass: "duplicate", column: "duplicate" },
  { pass: "resolved-error", column: "error" },
  { pass: "superseded", column: "superseded" },
] as const;

type Figure = "events" | "tokens" | "carried_tokens" | "cost_nano_usd" | "unpriced_tokens";
const FIGURES: readonly Figure[] = ["events", "tokens", "carried_tokens", "cost_nano_usd", "unpriced_tokens"];

interface WideColumn {
  readonly name: string;
  readonly pass: string;
  /** The column of the rollup that it sums up. */
  readonly of: Figure;
}

const COLUMNS: readonly WideColumn[] = [
  { name: "added_events", pass: "added", of: "events" },
  { name: "added_tokens", pass: "added", of: "tokens" },
  ...PROVEN.flatMap(({ pass, column }) => FIGURES.map((of) => ({ name: `${column}_${of}`, pass, of }))),
  { name: "idle_tokens", pass: "idle", of: "tokens" },
  { name: "dropped_tokens", pass: "dropped", of: "tokens" },
];

/** The column of a wide row that holds a figure of a pass. */
export function wideColumn(pass: string, of: Figure): string {
  const column = COLUMNS.find((candidate) => candidate.pass === pass && candidate.of === of);
  if (!column) throw new Error(`No column holds the ${of} of ${pass}.`);
  return column.name;
}

const NAMES = COLUMNS.map((column) => column.name).join(", ");
/** All that an upload can add; noise is found later. */
const ADDED = COLUMNS.filter(({ pass }) => pass === "added");
const IS_NOTHING = COLUMNS.map((column) => `t.${column.name} = 0`).join(" AND ");

/** Rows of a rollup, under the alias `d`, side by side. */
const sumsOf = (columns: readonly WideColumn[]) =>
  columns
    .map(({ name, pass, of }) => `coalesce(sum(d.${of}) FILTER (WHERE d.pass = '${pass}'), 0)::int8 AS ${name}`)
    .join(", ");
const WIDE_SUMS = sumsOf(COLUMNS);

interface Write {
  readonly table: string;
  /** Columns of the key beside the owner's, and those of the owner with their values. */
  readonly key: string;
  readonly owner: Readonly<Record<string, string>>;
  readonly conflict: string;
  readonly cells: string;
}

/** Statements that add cells to a table: all of them, or (several times as fast) cells of what was added alone. */
function adding({ table, key, owner, conflict, cells }: Write) {
  const write = (name: string, columns: readonly WideColumn[]) => {
    const names = columns.map((column) => column.name);
    return statement(
      `${table}.${name}`,
      `INSERT INTO ${table} (${Object.keys(owner).join(", ")}, ${key}, ${names.join(", ")})
       SELECT ${Object.values(owner).join(", ")}, ${key}, ${sumsOf(columns)} FROM (${cells}) d GROUP BY ${key} ORDER BY ${key}
       ON CONFLICT (${conflict}, ${key}) DO UPDATE
          SET ${names.map((column) => `${column} = ${table}.${column} + EXCLUDED.${column}`).join(", ")}`,
    );
  };
  return { all: write("add", COLUMNS), added: write("add_added", ADDED) };
}

/** Sums of wide rows under the alias `r`, under the columns' own names. */
export const SUM_WIDE = COLUMNS.map(({ name }) => `sum(r.${name})::int8 AS ${name}`).join(", ");

/**
 * One row a pass out of a wide row under the alias `w`, for `CROSS JOIN LATERAL`; passes without anything are left
 * out. As float8 the figures arrive as numbers; token sums stay far below 2^53.
 */
export const PASSES_OF_WIDE = `(
  SELECT * FROM (VALUES
    ('added', w.added_events::float8, w.added_tokens::float8, 0::float8, 0::float8, 0::float8),
    ${PROVEN.map(
      ({ pass, column }) => `('${pass}', ${FIGURES.map((of) => `w.${column}_${of}::float8`).join(", ")})`,
    ).join(",\n    ")},
    ('idle', 0::float8, w.idle_tokens::float8, 0::float8, 0::float8, 0::float8),
    ('dropped', 0::float8, w.dropped_tokens::float8, 0::float8, 0::float8, 0::float8)
  ) AS v(pass, events, tokens, "carriedTokens", "costNanoUsd", "unpricedTokens")
  WHERE v.events <> 0 OR v.tokens <> 0 OR v."carriedTokens" <> 0
)`;

/** One row a dimension out of a cell under the alias `u`, for `CROSS JOIN LATERAL`. */
export function valuesOf(dimensions: readonly string[]): string {
  return `(VALUES ('', ''), ${dimensions.map((name) => `('${name}', u.${name})`).join(", ")}) AS v(dimension, value)`;
}

/** The parameters $3 to $18 of all statements: client, person, and the names and figures of the session's cells. */
const CELLS = `(SELECT c.*, $3::text AS client, $4::text AS person
  FROM unnest($5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
       $12::text[], $13::text[], $14::int8[], $15::int8[], $16::int8[], $17::int8[], $18::int8[])
       AS c(hour, agent, skill, tool, kind, pass, model, branch, stage, events, tokens, carried_tokens, cost_nano_usd,
            unpriced_tokens)) u`;

interface ProjectTier {
  readonly table: "rollup_hour" | "rollup_day";
  readonly key: readonly string[];
  /** Rows of the tier out of cells. */
  readonly cells: string;
}

const HOURS: ProjectTier = {
  table: "rollup_hour",
  key: ["dimension", "value", "hour"],
  cells: `SELECT u.*, v.* FROM ${CELLS} CROSS JOIN LATERAL ${valuesOf(HOUR_DIMENSIONS)}`,
};
const DAYS: ProjectTier = {
  table: "rollup_day",
  key: ["dimension", "value", "day", "client", "agent", "skill", "tool", "kind"],
  cells: `SELECT u.*, date_trunc('day', u.hour, $19::text) AS day, v.* FROM ${CELLS}
          CROSS JOIN LATERAL ${valuesOf(DAY_DIMENSIONS)}`,
};

function addRows({ table, key, cells }: ProjectTier) {
  const owner = { team_id: "$1::uuid", project_id: "$2::uuid" };
  return adding({ table, key: key.join(", "), owner, conflict: "team_id, project_id", cells });
}

function sweepRows({ table, key, cells }: ProjectTier) {
  const isSame = key.map((name) => `t.${name} = k.${name}`).join(" AND ");
  return statement(
    `${table}.sweep`,
    `DELETE FROM ${table} t USING (SELECT DISTINCT ${key.join(", ")} FROM (${cells}) d) k
      WHERE t.team_id = $1::uuid AND t.project_id = $2::uuid AND ${isSame} AND ${IS_NOTHING}`,
  );
}

const ADD_HOURS = addRows(HOURS);
const SWEEP_HOURS = sweepRows(HOURS);
const ADD_DAYS = addRows(DAYS);
const SWEEP_DAYS = sweepRows(DAYS);

const SLICE_KEY = "day, dimension, value";

const ADD_SLICES = adding({
  table: "session_slice",
  key: SLICE_KEY,
  owner: {
    ...{ team_id: "$1::uuid", project_id: "$2::uuid", client: "$3::text", person: "$4::text" },
    session_id: "$20::uuid",
  },
  conflict: "team_id, session_id",
  cells: `SELECT u.hour, u.pass, u.events, u.tokens, u.carried_tokens, u.cost_nano_usd, u.unpriced_tokens,
                 date_trunc('day', u.hour, $19::text) AS day, v.*
            FROM ${CELLS} CROSS JOIN LATERAL ${valuesOf(SLICE_DIMENSIONS)}`,
});

const SWEEP_SLICES = statement(
  "rollup.sweep_slices",
  `DELETE FROM session_slice t WHERE t.team_id = $1 AND t.session_id = $2 AND ${IS_NOTHING}`,
);

export interface TierOwner {
  readonly teamId: string;
  readonly projectId: string;
  readonly sessionId: string;
  readonly client: string;
  readonly person: string;
  /** The time zone whose days count. */
  readonly timeZone: string;
}

/**
 * Adds cells to the twins. `cells` are arrays of hour, agent, skill, tool, kind, pass, model, branch, stage and the
 * five charted figures; `onlyAdded` when no pass but `added` is among them. With `sweep`, rows that end at zero are
 * removed.
 */
export async function addToTiers(
  sql: TenantSql,
  { teamId, projectId, sessionId, client, person, timeZone }: TierOwner,
  cells: readonly Buffer[],
  { sweep, onlyAdded }: { readonly sweep: boolean; readonly onlyAdded: boolean },
): Promise<void> {
  const values = [teamId, projectId, client, person, ...cells];
  const zoned = [...values, timeZone];
  const kind = onlyAdded ? "added" : "all";
  await sql.query({ ...ADD_SLICES[kind], values: [...zoned, sessionId] });
  await sql.query({ ...ADD_HOURS[kind], values });
  await sql.query({ ...ADD_DAYS[kind], values: zoned });
  if (!sweep) return;
  await sql.query({ ...SWEEP_SLICES, values: [teamId, sessionId] });
  await sql.query({ ...SWEEP_HOURS, values });
  await sql.query({ ...SWEEP_DAYS, values: zoned });
}

/**
 * The project's twins from scratch, out of the rollups of its sessions: what a bench fills them with. In the order of
 * time, in which the product writes them.
 */
export const FILL_PROJECT_TIERS: readonly string[] = [
  `INSERT INTO rollup_hour (team_id, project_id, dimension, value, hour, ${NAMES})
   SELECT team_id, project_id, dimension, value, hour, ${WIDE_SUMS}
     FROM (SELECT u.*, v.* FROM session_rollup u CROSS JOIN LATERAL ${valuesOf(HOUR_DIMENSIONS)}) d
    GROUP BY 1, 2, 3, 4, 5 ORDER BY hour`,
  `INSERT INTO rollup_day (team_id, project_id, ${DAYS.key.join(", ")}, ${NAMES})
   SELECT team_id, project_id, ${DAYS.key.join(", ")}, ${WIDE_SUMS}
     FROM (SELECT u.*, date_trunc('day', u.hour, p.time_zone) AS day, v.*
             FROM session_rollup u JOIN project p ON p.team_id = u.team_id AND p.id = u.project_id
            CROSS JOIN LATERAL ${valuesOf(DAY_DIMENSIONS)}) d
    GROUP BY team_id, project_id, ${DAYS.key.join(", ")} ORDER BY day`,
];
