import { SESSION_DIMENSIONS, type TelemetryFilter } from "../../core/telemetry/filter";
import { DAY_DIMENSIONS, HOUR_DIMENSIONS, SLICE_DIMENSIONS } from "../sql/rollup-tiers";

/** What a filter can choose, and most tables can be broken down by. */
export type Column = Exclude<keyof TelemetryFilter, "range" | "from" | "to" | "pass">;

/** A table that answers a question, and how. */
export interface Source {
  readonly table: ProjectTable | SessionTable;
  readonly time: "hour" | "day";
  /** Dimensions that stand in columns of their own name. */
  readonly columns: readonly Column[];
  /** All passes of a cell stand in one row. */
  readonly isWide: boolean;
  /** Of a table that is cut by one dimension at a time: which one is read. Its value stands in `value`. */
  readonly slice?: Column | "";
}

type ProjectTable = "rollup" | "rollup_hour" | "rollup_day" | "target_day";
type SessionTable =
  | "session_rollup"
  | "session_slice"
  | "session_target"
  | "session_subject"
  | "session_skill"
  | "session_skill_day";

const CALLER: readonly Column[] = ["client", "agent", "skill", "tool", "kind"];
const ALL: readonly Column[] = [...CALLER, ...SESSION_DIMENSIONS];

const ROLLUP: Source = { table: "rollup", time: "hour", columns: CALLER, isWide: false };
const SESSION_ROLLUP: Source = { table: "session_rollup", time: "hour", columns: ALL, isWide: false };
/** Only of targets that brought noise; it answers when the filter names one. */
export const SESSION_TARGET: Source = {
  table: "session_target",
  time: "hour",
  columns: [...ALL, "target"],
  isWide: false,
};
/** Only of loads of skills; they have no pass. */
const SESSION_SKILL: Source = { table: "session_skill", time: "hour", columns: ALL, isWide: true };
const SESSION_SKILL_DAY: Source = {
  table: "session_skill_day",
  time: "day",
  columns: ["client", "person", "skill"],
  isWide: true,
};

export interface Needs {
  /** Dimensions to break down by. */
  readonly by?: readonly Column[];
  /** Figures of single sessions. */
  readonly sessions?: boolean;
  /** Hours, and not only days. */
  readonly hours?: boolean;
}

/**
 * The source that answers a question under a filter in the fewest rows. All give the same figures. One dimension is
 * answered by slices (of sessions, or of the project's hours), callers with one dimension of sessions by days, the rest
 * by the rollups, which know every combination.
 */
export function sourceFor(filter: TelemetryFilter, needs: Needs): Source {
  if (filter.target.length > 0) return SESSION_TARGET;
  const asked = askedOf(filter, needs.by ?? []);
  return (needs.sessions ? sliceOfSessions(asked, needs) : sliceOfProject(asked, needs)) ?? rollupOf(asked, needs);
}

/** The same for files, commands and errors. */
export function targetSourceFor(filter: TelemetryFilter, { hours = false }: Pick<Needs, "hours">): Source {
  const [slice = "", ...more] = ofSessions(askedOf(filter, []));
  if (hours || filter.target.length > 0 || more.length > 0) return SESSION_TARGET;
  return { table: "target_day", time: "day", columns: CALLER, isWide: false, slice };
}

/** Where the sessions of files, commands and errors are counted; null when only their own rows can tell. */
export function subjectSourceFor(filter: TelemetryFilter, { hours = false }: Pick<Needs, "hours">): Source | null {
  const columns = ["client", "person", "agent"] as const;
  const others = askedOf(filter, []).filter((column) => !isOneOf(columns, column));
  if (hours || others.length > 0 || filter.target.length > 0 || filter.pass.length > 0) return null;
  return { table: "session_subject", time: "day", columns, isWide: true };
}

/** Where loads of skills are counted. */
export function skillSourceFor(filter: TelemetryFilter, { hours = false }: Pick<Needs, "hours">): Source {
  const others = askedOf(filter, []).filter((column) => !SESSION_SKILL_DAY.columns.includes(column));
  return hours || others.length > 0 ? SESSION_SKILL : SESSION_SKILL_DAY;
}

function askedOf(filter: TelemetryFilter, by: readonly Column[]): Column[] {
  return [...new Set([...ALL.filter((column) => filter[column].length > 0), ...by])];
}

function ofSessions(asked: readonly Column[]): Column[] {
  return asked.filter((column) => !CALLER.includes(column));
}

function sliceOfSessions(asked: readonly Column[], { hours = false }: Needs): Source | null {
  const [slice = "", ...more] = asked.filter((column) => column !== "client" && column !== "person");
  if (hours || more.length > 0 || !isOneOf(SLICE_DIMENSIONS, slice)) return null;
  return { table: "session_slice", time: "day", columns: ["client", "person"], isWide: true, slice };
}

function sliceOfProject(asked: readonly Column[], { hours = false }: Needs): Source | null {
  const [slice = "", ...more] = asked;
  if (more.length === 0 && isOneOf(HOUR_DIMENSIONS, slice)) {
    return { table: "rollup_hour", time: "hour", columns: [], isWide: true, slice };
  }
  const [day = "", ...others] = ofSessions(asked);
  if (hours || others.length > 0 || !isOneOf(DAY_DIMENSIONS, day)) return null;
  return { table: "rollup_day", time: "day", columns: CALLER, isWide: true, slice: day };
}

function rollupOf(asked: readonly Column[], { sessions = false }: Needs): Source {
  return !sessions && ofSessions(asked).length === 0 ? ROLLUP : SESSION_ROLLUP;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return name === "" || names.includes(name);
}

/** The expression, over the alias `r`, that holds a dimension in a source. */
export function columnOf({ slice, columns }: Source, column: Column): string {
  if (slice === column) return "r.value";
  if (!columns.includes(column)) throw new Error(`This source cannot be broken down by ${column}.`);
  return `r.${column}`;
}
