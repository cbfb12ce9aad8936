import { EVENT_KIND_NAMES, EVENT_KINDS, type EventKind } from "@/server/core/events/kinds";
import { PROVEN_CLASSES } from "@/server/core/prune/model";
import type { ExportChart } from "@/server/core/telemetry/export";
import { type FilterChange, type TelemetryFilter, withChange, writeFilter } from "@/server/core/telemetry/filter";
import type { SessionSort } from "@/server/core/telemetry/session-views";
import type { ContextKind } from "../charts/palette";

/** Where the pages of a project live, and how a filter is written into their addresses. */
export interface Base {
  readonly team: string;
  readonly project: string;
}

export function projectHref({ team, project }: Base): string {
  return `/${encodeURIComponent(team)}/${encodeURIComponent(project)}`;
}

function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query === "" ? path : `${path}?${query}`;
}

/** What an address of a page says beside the filter: the chosen tab of a chart. */
export type MoreQuery = Readonly<Record<string, string>>;

/** A page that takes the filter, at a path of its own. */
export function filteredHref(path: string, filter: TelemetryFilter, more: MoreQuery = {}): string {
  const params = writeFilter(filter);
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  return withQuery(path, params);
}

export function overviewHref(base: Base, filter: TelemetryFilter, more: MoreQuery = {}): string {
  return filteredHref(projectHref(base), filter, more);
}

export function agentsPath(base: Base): string {
  return `${projectHref(base)}/agents`;
}

export function agentPath(base: Base, agent: string): string {
  return `${agentsPath(base)}/${encodeURIComponent(agent)}`;
}

/** The page of an agent role; the path names it, so the filter does not. An agent without a name has no page. */
export function agentHref(base: Base, agent: string, filter: TelemetryFilter, change: FilterChange = {}): string {
  if (agent === "") return evidenceHref(base, filter, { ...change, agent: [""] });
  return filteredHref(agentPath(base, agent), withChange(filter, { ...change, agent: [] }));
}

/** A name as a path has it; null for a path that no name gives. */
export function readName(written: string): string | null {
  try {
    return decodeURIComponent(written);
  } catch {
    return null;
  }
}

export function skillsPath(base: Base): string {
  return `${projectHref(base)}/skills`;
}

export function skillPath(base: Base, skill: string): string {
  return `${skillsPath(base)}/${encodeURIComponent(skill)}`;
}

export function skillHref(base: Base, skill: string, filter: TelemetryFilter): string {
  return filteredHref(skillPath(base, skill), withChange(filter, { skill: [] }));
}

/** The server's file behind a chart. */
export function exportHref(base: Base, chart: ExportChart, filter: TelemetryFilter, more: MoreQuery = {}): string {
  return filteredHref(`${projectHref(base)}/sessions/export/${chart}`, filter, more);
}

export interface SessionListPlace {
  readonly filter: TelemetryFilter;
  readonly sort?: SessionSort;
  readonly search?: string;
  /** A tenth of the window, see `ListPlace`. */
  readonly window?: number | null;
  readonly cursor?: string | null;
}

/** What the address of a list says. The default order is left out, so that equal lists have equal addresses. */
export function writeList(place: SessionListPlace): URLSearchParams {
  const params = writeFilter(place.filter);
  if (place.sort && place.sort !== "date") params.set("sort", place.sort);
  if (place.search) params.set("q", place.search);
  if (typeof place.window === "number") params.set("window", String(place.window));
  if (place.cursor) params.set("after", place.cursor);
  return params;
}

export function sessionsHref(base: Base, place: SessionListPlace): string {
  const params = writeList(place);
  return withQuery(`${projectHref(base)}/sessions`, params);
}

/** The list of the sessions behind a figure, the noisiest first. */
export function evidenceHref(base: Base, filter: TelemetryFilter, change: FilterChange = {}): string {
  return sessionsHref(base, { filter: withChange(filter, change), sort: "noise" });
}

export function sessionHref(base: Base, number: number, query: Readonly<Record<string, string>> = {}): string {
  return withQuery(`${projectHref(base)}/sessions/${number}`, new URLSearchParams(query));
}

/**
 * What a session page can keep of a list's filter, so that a click on a bar ends at the events behind it. Only a
 * single value of a dimension has a meaning there.
 */
export function sessionQuery(filter: TelemetryFilter): Record<string, string> {
  const query: Record<string, string> = {};
  for (const dimension of ["agent", "kind", "tool", "skill"] as const) {
    const [only, second] = filter[dimension];
    if (only && second === undefined) query[dimension] = only;
  }
  const noise = noiseQuery(filter.pass);
  if (noise) query["noise"] = noise;
  return query;
}

function noiseQuery(pass: TelemetryFilter["pass"]): string | null {
  const [only] = pass;
  if (!only) return null;
  if (pass.length === 1) return only;
  return pass.every((name) => PROVEN_CLASSES.includes(name)) ? "proven" : "any";
}

/** The policy page, at the version that judged something. */
export function policyHref(base: Base, version?: number): string {
  return `${projectHref(base)}/settings/policy${version === undefined ? "" : `#v${version}`}`;
}

export function failureHref(base: Base, number: number): string {
  return `${projectHref(base)}/failures/${number}`;
}

/** The events that a part of a context bar stands for. */
export function changeOfContextKind(kind: ContextKind): FilterChange | null {
  if (kind === "free") return null;
  if (kind === "duplicate" || kind === "resolved-error" || kind === "superseded" || kind === "idle") {
    return { pass: [kind] };
  }
  const kinds = EVENT_KIND_NAMES.filter((name: EventKind) => EVENT_KINDS[name].fill === kind);
  return { kind: kinds };
}
