import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { v7 as uuidv7 } from "uuid";
import { FILL_PROJECT_TIERS } from "../../server/db/sql/rollup-tiers";
import { FILL_TARGET_DAYS } from "../../server/db/sql/target-tiers";
import type { Template } from "./templates";

/** Copies made by one COPY: large enough that a statement's start costs nothing, small enough to report progress. */
const SESSIONS_A_CHUNK = 100;
const DAY_MS = 86_400_000;
const PEOPLE = ["Ines Okafor", "Tomás Rivera", "Mei Lin", "Jonas Weber", "Priya Nair", "Sam Adeyemi"];

/** What names a session's rows when its tables are copied; the key of a table tells whether its rows are the session's own. */
const OWN_KEYS = new Set(["team_id", "id", "run_id", "entry_id"]);

export interface FillOptions {
  readonly projectId: string;
  readonly sessions: number;
  readonly days: number;
  /** See `fillRecords`. */
  readonly failures: Multiplied;
  readonly onProgress: (sessions: number) => void;
}

/**
 * Copies the templates until the project holds `sessions`, spread over `days` up to now: every row of every table that
 * belongs to a session, by COPY from one connection into another. Ids are derived, times moved by whole days, people
 * vary. The project's rollups are then added up from those of the sessions, as they always are equal to.
 */
export async function fill(pool: pg.Pool, templates: readonly Template[], options: FillOptions): Promise<void> {
  await pool.query(
    `CREATE UNLOGGED TABLE scale_copy (
       template uuid, session_id uuid, number int, shift interval, person text, PRIMARY KEY (number))`,
  );
  const tables = await sessionTables(pool, options.failures);
  for (let from = templates.length; from < options.sessions; from += SESSIONS_A_CHUNK) {
    const until = Math.min(options.sessions, from + SESSIONS_A_CHUNK);
    await nameCopies(pool, templates, options, from, until);
    const queue = [...tables];
    await Promise.all([1, 2].map(() => copyAll(pool, queue)));
    options.onProgress(until);
  }
  await pool.query("DROP TABLE scale_copy");
}

async function copyAll(pool: pg.Pool, queue: TableCopy[]): Promise<void> {
  for (let table = queue.shift(); table; table = queue.shift()) {
    const [source, target] = await Promise.all([pool.connect(), pool.connect()]);
    try {
      // Rows that are copies of checked rows need no check of their foreign keys again.
      await target.query("SET session_replication_role = replica");
      await pipeline(
        source.query(copyTo(`COPY (${table.select}) TO STDOUT`)),
        target.query(copyFrom(`COPY ${table.name} (${table.columns}) FROM STDIN`)),
      );
    } finally {
      await target.query("SET session_replication_role = DEFAULT");
      source.release();
      target.release();
    }
  }
}

async function nameCopies(
  pool: pg.Pool,
  templates: readonly Template[],
  { sessions, days }: FillOptions,
  from: number,
  until: number,
): Promise<void> {
  const numbers = Array.from({ length: until - from }, (_, index) => from + index);
  const shiftsMs = numbers.map((number) => Math.floor((number / sessions) * days) * DAY_MS);
  await pool.query("TRUNCATE scale_copy");
  await pool.query(
    `INSERT INTO scale_copy
     SELECT t, s, n, make_interval(secs => ms / 1000.0), p
     FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::float8[], $5::text[]) AS c(t, s, n, ms, p)`,
    [
      numbers.map((number) => templates[number % templates.length]?.sessionId),
      numbers.map(() => uuidv7()),
      numbers.map((number) => number + 1),
      shiftsMs,
      numbers.map((number) => PEOPLE[(number * 5) % PEOPLE.length]),
    ],
  );
}

interface TableCopy {
  readonly name: string;
  readonly columns: string;
  readonly select: string;
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isKey: boolean;
}

/** Every table whose rows belong to one session, from the catalog: a new one is copied without a change here. */
async function sessionTables(pool: pg.Pool, failures: Multiplied): Promise<TableCopy[]> {
  const { rows } = await pool.query<ColumnRow>(
    `SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS type,
            a.attnum = ANY(k.conkey) AS "isKey"
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      ORDER BY c.relname, a.attnum`,
  );
  const tables = new Map<string, ColumnRow[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return [...tables.values()].filter(isOfOneSession).map((columns) => copyOf(columns, failures));
}

function isOfOneSession(columns: readonly ColumnRow[]): boolean {
  const [first] = columns;
  if (first?.table === "session") return true;
  const key = columns.filter((column) => column.isKey).map((column) => column.column);
  const hasSession = columns.some((column) => column.column === "session_id");
  return hasSession && (key.includes("session_id") || key.every((name) => OWN_KEYS.has(name)));
}

function copyOf(columns: readonly ColumnRow[], failures: Multiplied): TableCopy {
  const name = columns[0]?.table ?? "";
  const sessionColumn = name === "session" ? "id" : "session_id";
  return {
    name,
    columns: columns.map(({ column }) => `"${column}"`).join(", "),
    select:
      `SELECT ${columns.map((column) => expressionOf(name, sessionColumn, column, failures)).join(", ")} ` +
      `FROM ${name} x JOIN scale_copy c ON x.${sessionColumn} = c.template`,
  };
}

function expressionOf(table: string, sessionColumn: string, { column, type }: ColumnRow, failures: Multiplied): string {
  if (column === sessionColumn) return "c.session_id";
  if (table === "session" && column === "number") return "c.number";
  if (table === "session" && column === "native_id") return "c.session_id::text";
  // A copied session had the copies of its template's failures, and not all sessions the same few.
  if (table === "failure_occurrence" && column === "number")
    return `x.number + (c.number % ${failures.times + 1}) * ${failures.highest}`;
  if (column === "person") return "c.person";
  if (type === "uuid" && (column === "id" || column === "run_id"))
    return `md5(x."${column}"::text || c.session_id::text)::uuid`;
  if (type.startsWith("timestamp")) return `x."${column}" + c.shift`;
  return `x."${column}"`;
}

/** Sums of the sessions' rollups for the tables that a project is charted from. */
export async function addUpRollups(pool: pg.Pool): Promise<void> {
  await pool.query("TRUNCATE rollup, rollup_hour, rollup_day, target_day");
  await pool.query(
    `INSERT INTO rollup (team_id, project_id, hour, client, agent, skill, tool, kind, pass, events, tokens,
                         carried_requests, carried_tokens, cost_nano_usd, unpriced_tokens)
     SELECT team_id, project_id, hour, client, agent, skill, tool, kind, pass, sum(events), sum(tokens),
            sum(carried_requests), sum(carried_tokens), sum(cost_nano_usd), sum(unpriced_tokens)
       FROM session_rollup GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY hour`,
  );
  const connection = await pool.connect();
  try {
    // Tens of millions of rows in some hundred thousand groups: a hash in memory takes a minute, a sort on disk ten.
    await connection.query("SET work_mem = '1GB'");
    for (const insert of FILL_PROJECT_TIERS) await connection.query(insert);
    await connection.query(FILL_TARGET_DAYS);
    await connection.query("RESET work_mem");
  } finally {
    connection.release();
  }
  await pool.query(
    `UPDATE failure f SET occurrences = o.occurrences, sessions = o.sessions, agents = o.agents
       FROM (SELECT team_id, project_id, number, count(*) AS occurrences, count(DISTINCT session_id) AS sessions,
                    array_agg(DISTINCT agent ORDER BY agent) AS agents
               FROM failure_occurrence GROUP BY 1, 2, 3) o
      WHERE o.team_id = f.team_id AND o.project_id = f.project_id AND o.number = f.number`,
  );
}

/** Records of which there are `times` copies, each `highest` numbers after the one before. */
interface Multiplied {
  readonly highest: number;
  readonly times: number;
}

/** So many decisions, failures and handoff notes: copies of what the templates left. Answers how failures were copied. */
export async function fillRecords(pool: pg.Pool, projectId: string, wanted: number): Promise<Multiplied> {
  await multiply(pool, "decision", "decision_version", projectId, wanted);
  await multiply(pool, "handoff", "handoff_version", projectId, wanted);
  return multiply(pool, "failure", "failure_version", projectId, wanted);
}

async function multiply(
  pool: pg.Pool,
  record: string,
  version: string,
  projectId: string,
  wanted: number,
): Promise<Multiplied> {
  const { rows } = await pool.query<{ count: number; highest: number }>(
    `SELECT count(*)::int AS count, coalesce(max(number), 0) AS highest FROM ${record} WHERE project_id = $1`,
    [projectId],
  );
  const { count, highest } = rows[0] ?? { count: 0, highest: 0 };
  if (count === 0) return { highest, times: 0 };
  const times = Math.ceil(wanted / count);
  for (const table of [record, version]) {
    const columns = await pool.query<{ column: string }>(
      `SELECT attname AS "column" FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [table],
    );
    const names = columns.rows.map(({ column }) => `"${column}"`);
    const values = columns.rows.map(({ column }) => {
      if (column === "number") return "x.number + g * $2";
      // Unique by project: a copy's own.
      if (column === "source_key" || (table === "failure" && column === "fingerprint"))
        return `x."${column}" || '#' || g`;
      if (column.endsWith("_at")) return `x."${column}" + g * interval '17 minutes'`;
      return `x."${column}"`;
    });
    await pool.query(
      `INSERT INTO ${table} (${names.join(", ")})
       SELECT ${values.join(", ")} FROM ${table} x CROSS JOIN generate_series(1, $3::int) g
        WHERE x.project_id = $1 AND x.number <= $2`,
      [projectId, highest, times],
    );
  }
  return { highest, times };
}
