import type { SqlParams } from "../telemetry/where";
import type { ProjectKey } from "./project-key";

/** What the lists of records are asked for; one form for their rows, facets and histories. */
export interface RecordQuery {
  readonly status: string | null;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly paths: readonly string[];
  /** Included, and not included. */
  readonly from: Date | null;
  readonly until: Date | null;
  readonly text: string;
  /** The record's own number, when the text is its name. */
  readonly number: number | null;
  readonly sessionId: string | null;
  /** Only records of which a review is due, unless it took place since. */
  readonly dueBefore?: Date | null;
}

export const EVERY_RECORD: RecordQuery = {
  status: null,
  tags: [],
  authors: [],
  paths: [],
  from: null,
  until: null,
  text: "",
  number: null,
  sessionId: null,
};

/** Where a room keeps what is filtered; every member is SQL over the record `r` and its newest version `v`. */
export interface RecordColumns {
  readonly table: "decision" | "failure" | "constraint_record" | "preference";
  readonly versions: "decision_version" | "failure_version" | "constraint_version" | "preference_version";
  /** Which records lists show; left out where they show all. */
  readonly listed?: string;
  /** Of equal ones, the one that stands for all where neither a session nor a number is asked for. */
  readonly standsForEqual?: string;
  /** True for the status that the parameter names. */
  readonly isStatus: (parameter: string) => string;
  readonly status: string;
  /** An array of names. */
  readonly authors: string;
  /** An array of affected paths. */
  readonly paths: string;
  readonly searched: readonly string[];
  readonly inTime: (from: string | null, until: string | null) => string;
  readonly ofSession: (parameter: string) => string;
  /** Left out where records are never due. */
  readonly isDue?: (before: string) => string;
}

/** The record with its newest version. */
export function fromRecord({ table, versions }: RecordColumns): string {
  return `${table} r JOIN ${versions} v ON v.team_id = r.team_id AND v.project_id = r.project_id
              AND v.number = r.number AND v.version = r.version`;
}

/** `%` and `_` in a search are letters like others. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

export interface Conditions {
  /** The project, the text, the time: what every facet keeps. */
  readonly base: string;
  readonly status: string;
  readonly tags: string;
  readonly authors: string;
  readonly paths: string;
}

export function conditionsOf(
  params: SqlParams,
  scope: ProjectKey,
  query: RecordQuery,
  columns: RecordColumns,
): Conditions {
  return {
    base: baseOf(params, scope, query, columns),
    status: query.status === null ? "true" : columns.isStatus(params.add(query.status)),
    tags: query.tags.length === 0 ? "true" : `v.tags @> ${params.add(query.tags)}::text[]`,
    authors: query.authors.length === 0 ? "true" : `${columns.authors} && ${params.add(query.authors)}::text[]`,
    paths: query.paths.length === 0 ? "true" : pathsOf(params, query.paths, columns.paths),
  };
}

function baseOf(params: SqlParams, scope: ProjectKey, query: RecordQuery, columns: RecordColumns): string {
  const { from, until, text, number, sessionId } = query;
  const where = [
    `r.team_id = ${params.add(scope.teamId)}::uuid`,
    `r.project_id = ${params.add(scope.projectId)}::uuid`,
  ];
  if (columns.listed !== undefined) where.push(columns.listed);
  if (columns.standsForEqual !== undefined && sessionId === null && number === null) where.push(columns.standsForEqual);
  if (sessionId !== null) where.push(columns.ofSession(`${params.add(sessionId)}::uuid`));
  if (query.dueBefore && columns.isDue) where.push(columns.isDue(`${params.add(query.dueBefore)}::timestamptz`));
  if (from !== null || until !== null) {
    const at = (time: Date | null) => (time === null ? null : `${params.add(time)}::timestamptz`);
    where.push(`(${columns.inTime(at(from), at(until))})`);
  }
  if (text !== "") {
    const pattern = params.add(`%${escapeLike(text)}%`);
    const found = columns.searched.map((column) => `${column} ILIKE ${pattern}`);
    if (number !== null) found.push(`r.number = ${params.add(number)}::int`);
    where.push(`(${found.join(" OR ")})`);
  }
  return where.join(" AND ");
}

/** The path itself, or a folder above it. */
function pathsOf(params: SqlParams, paths: readonly string[], column: string): string {
  const exact = params.add(paths);
  const below = params.add(paths.map((path) => `${escapeLike(path.replace(/\/+$/, ""))}/%`));
  return `EXISTS (SELECT 1 FROM unnest(${column}) AS p(path)
                   WHERE p.path = ANY(${exact}::text[]) OR p.path LIKE ANY(${below}::text[]))`;
}

export function allOf({ base, status, tags, authors, paths }: Conditions): string {
  return [base, status, tags, authors, paths].filter((condition) => condition !== "true").join(" AND ");
}

/** A page begins behind a key: the value that sorts, and the number for those that are equal. */
export interface Keyset {
  /** SQL of what sorts, and its type. */
  readonly by: string;
  readonly type: "int" | "timestamptz";
  readonly direction: "ASC" | "DESC";
  readonly after: { readonly value: Date | number; readonly number: number } | null;
}

export function afterOf(params: SqlParams, { by, type, direction, after }: Keyset): string {
  if (after === null) return "true";
  const sign = direction === "DESC" ? "<" : ">";
  return `(${by}, r.number) ${sign} (${params.add(after.value)}::${type}, ${params.add(after.number)}::int)`;
}
