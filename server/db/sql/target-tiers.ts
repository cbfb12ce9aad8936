import type { TenantSql } from "../client";
import { byteaArray } from "./arrays";
import { DAY_DIMENSIONS, valuesOf } from "./rollup-tiers";
import { statement } from "./statement";

/**
 * Coarser twins of `session_target`, of the noise that the charts of files, commands and errors show: `target_day` adds
 * up what a project's sessions hold, and `session_subject` notes on which days a session met what, so that sessions
 * can be counted. Both move with the rows that they are sums of: these are taken out before they change and put in
 * after, in the same transaction, with the session's row locked.
 */

/** Passes that the charts show; idle and dropped noise and what was added are read of single targets only. */
const IS_CHARTED = "t.pass IN ('duplicate', 'superseded', 'resolved-error')";

/** A file or command that came again, or what was asked when it failed. */
export type SubjectKind = "file" | "command" | "question";

/** What names a subject in SQL: a hash, because a question can be longer than a key may be. */
export function subjectSql(kind: string, name: string): string {
  return `sha256(convert_to(${kind} || E'\\x01' || ${name}, 'UTF8'))`;
}

const DAY_NAMES = [
  ...["dimension", "value", "day", "client", "agent", "skill", "tool", "kind"],
  ...["pass", "target_kind", "target", "question", "failure"],
];
const FIGURES = ["events", "tokens", "carried_tokens", "cost_nano_usd", "unpriced_tokens"];
/** Names hold no such character: they passed the funnel of safe text. */
const CELL = `sha256(convert_to(concat_ws(E'\\x01', ${DAY_NAMES.map((name) =>
  name === "day" ? "extract(epoch FROM u.day)::text" : `u.${name}`,
).join(", ")}), 'UTF8'))`;

const sumsOf = (sign: string) => FIGURES.map((name) => `(${sign}sum(u.${name}))::int8`).join(", ");

/** Rows of `target_day` out of those of `session_target` under the alias `t`, with their day, that a condition chooses. */
function daysSql(from: string, sign: string): string {
  const names = DAY_NAMES.map((name) => `u.${name}`).join(", ");
  return `INSERT INTO target_day (team_id, project_id, cell, ${DAY_NAMES.join(", ")}, ${FIGURES.join(", ")})
    SELECT u.team_id, u.project_id, ${CELL} AS cell, ${names}, ${sumsOf(sign)}
      FROM (SELECT u.*, v.* FROM (${from}) u CROSS JOIN LATERAL ${valuesOf(DAY_DIMENSIONS)}) u
     GROUP BY u.team_id, u.project_id, ${names}`;
}

/** Rows of `session_subject` out of the same. */
function subjectsSql(from: string, sign: string): string {
  const subject = `CASE WHEN u.pass = 'resolved-error' THEN ${subjectSql("'question'", "u.question")}
                        ELSE ${subjectSql("u.target_kind", "u.target")} END`;
  return `INSERT INTO session_subject (team_id, session_id, day, agent, subject, project_id, client, person, events)
    SELECT u.team_id, u.session_id, u.day, u.agent, ${subject} AS subject, u.project_id, min(u.client), min(u.person),
           (${sign}sum(u.events))::int8
      FROM (${from}) u GROUP BY u.team_id, u.session_id, u.day, u.agent, 5, u.project_id`;
}

const OF_SESSION = `SELECT t.*, date_trunc('day', t.hour, $3::text) AS day FROM session_target t
  WHERE t.team_id = $1::uuid AND t.session_id = $2::uuid AND ${IS_CHARTED}
    AND ($4::bytea[] IS NULL OR t.cell = ANY($4::bytea[]))`;

const IS_EMPTY = FIGURES.map((name) => `target_day.${name} = 0`).join(" AND ");

const moveDays = (name: string, sign: string) =>
  statement(
    `target_day.${name}`,
    `${daysSql(OF_SESSION, sign)} ORDER BY cell
     ON CONFLICT (team_id, project_id, cell) DO UPDATE
        SET ${FIGURES.map((figure) => `${figure} = target_day.${figure} + EXCLUDED.${figure}`).join(", ")}
     RETURNING CASE WHEN ${IS_EMPTY} THEN encode(cell, 'base64') END AS empty`,
  );

const moveSubjects = (name: string, sign: string) =>
  statement(
    `session_subject.${name}`,
    `${subjectsSql(OF_SESSION, sign)}
     ON CONFLICT (team_id, session_id, day, agent, subject) DO UPDATE
        SET events = session_subject.events + EXCLUDED.events`,
  );

const TAKE_OUT_DAYS = moveDays("take_out", "-");
const PUT_IN_DAYS = moveDays("put_in", "");
const TAKE_OUT_SUBJECTS = moveSubjects("take_out", "-");
const PUT_IN_SUBJECTS = moveSubjects("put_in", "");

const SWEEP_DAYS = statement(
  "target_day.sweep",
  `DELETE FROM target_day WHERE team_id = $1 AND project_id = $2 AND cell = ANY($3::bytea[]) AND ${IS_EMPTY}`,
);
const SWEEP_SUBJECTS = statement(
  "session_subject.sweep",
  "DELETE FROM session_subject WHERE team_id = $1 AND session_id = $2 AND events = 0",
);

export interface TargetOwner {
  readonly teamId: string;
  readonly projectId: string;
  readonly sessionId: string;
}

/** Which rows of the session, by their cells in base64 (null for all), and in which time zone they count. */
export interface TargetRows {
  readonly timeZone: string;
  readonly cells: readonly string[] | null;
}

/** Takes rows of a session out of the twins. Answers the cells that may be empty now, for `putIn`. */
export async function takeOutTargets(
  sql: TenantSql,
  { teamId, sessionId }: TargetOwner,
  rows: TargetRows,
): Promise<string[]> {
  if (rows.cells?.length === 0) return [];
  const values = [teamId, sessionId, rows.timeZone, bytesOf(rows.cells)];
  const taken = await sql.query<{ empty: string | null }>({ ...TAKE_OUT_DAYS, values });
  await sql.query({ ...TAKE_OUT_SUBJECTS, values });
  await sql.query({ ...SWEEP_SUBJECTS, values: [teamId, sessionId] });
  return taken.rows.flatMap(({ empty }) => empty ?? []);
}

/** Adds rows of a session to the twins, and removes those of `emptied` that are empty still. */
export async function putInTargets(
  sql: TenantSql,
  { teamId, projectId, sessionId }: TargetOwner,
  rows: TargetRows,
  emptied: readonly string[],
): Promise<void> {
  if (rows.cells?.length !== 0) {
    const values = [teamId, sessionId, rows.timeZone, bytesOf(rows.cells)];
    await sql.query({ ...PUT_IN_DAYS, values });
    await sql.query({ ...PUT_IN_SUBJECTS, values });
  }
  if (emptied.length > 0) await sql.query({ ...SWEEP_DAYS, values: [teamId, projectId, bytesOf(emptied)] });
}

function bytesOf(cells: readonly string[] | null): Buffer | null {
  return cells && byteaArray(cells.map((cell) => Buffer.from(cell, "base64")));
}

const OF_ALL = `SELECT t.*, date_trunc('day', t.hour, p.time_zone) AS day FROM session_target t
  JOIN project p ON p.team_id = t.team_id AND p.id = t.project_id WHERE ${IS_CHARTED}`;

/** The days of targets from scratch: what a bench fills them with. */
export const FILL_TARGET_DAYS = `${daysSql(OF_ALL, "")} ORDER BY u.day`;
