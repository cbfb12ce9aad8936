import type { createCaller } from "../../server/api/root";
import { NO_FILTER, type TelemetryFilter } from "../../server/core/telemetry/filter";

type Api = ReturnType<typeof createCaller>;

/** One list or chart as a page asks for it. `round` varies what is asked, so that no answer is only a cache's. */
export interface ScaleQuery {
  readonly name: string;
  ask(api: Api, round: number): Promise<unknown>;
}

const RANGES = ["24h", "7d", "14d", "30d"] as const;

function over(round: number, change: Partial<TelemetryFilter> = {}): TelemetryFilter {
  return { ...NO_FILTER, range: RANGES[round % RANGES.length] ?? "7d", ...change };
}

function all(change: Partial<TelemetryFilter> = {}): TelemetryFilter {
  return { ...NO_FILTER, range: "all", ...change };
}

const PEOPLE = ["Ines Okafor", "Mei Lin", "Priya Nair"];
const personOf = (round: number) => [PEOPLE[round % PEOPLE.length] ?? ""];

/** The second page; where the first one ended is asked in the round that warms up. */
function laterPage(base: { team: string; project: string }): ScaleQuery {
  let end: string | null = null;
  return {
    name: "sessions by date, second page",
    async ask(api) {
      end ??= (await api.sessions.list({ ...base, filter: all(), sort: "date" })).nextCursor;
      return api.sessions.list({ ...base, filter: all(), sort: "date", cursor: end });
    },
  };
}

/** Every list and chart query, those with the widest range named apart. */
export function scaleQueries(base: { team: string; project: string }, sessions: number): ScaleQuery[] {
  const anySession = (round: number) => 1 + ((round * 7_919) % sessions);
  return [
    { name: "overview", ask: (api, round) => api.telemetry.overview({ ...base, filter: over(round) }) },
    { name: "overview, all time", ask: (api) => api.telemetry.overview({ ...base, filter: all() }) },
    {
      name: "overview of one agent, all time",
      ask: (api) => api.telemetry.overview({ ...base, filter: all({ agent: ["code-reviewer"] }) }),
    },
    {
      name: "overview of one person",
      ask: (api, round) => api.telemetry.overview({ ...base, filter: over(round, { person: personOf(round) }) }),
    },
    {
      name: "overview of one person, all time",
      ask: (api, round) => api.telemetry.overview({ ...base, filter: all({ person: personOf(round) }) }),
    },
    ...(["24h", "7d"] as const).map((range) => ({
      name: `overview, ${range}`,
      ask: (api: Api) => api.telemetry.overview({ ...base, filter: { ...NO_FILTER, range } }),
    })),
    { name: "findings", ask: (api, round) => api.telemetry.findings({ ...base, filter: over(round) }) },
    { name: "findings, all time", ask: (api) => api.telemetry.findings({ ...base, filter: all() }) },
    ...(["client", "model", "person", "branch", "stage", "kind"] as const).map((by) => ({
      name: `by ${by}, all time`,
      ask: (api: Api) => api.telemetry.breakdown({ ...base, filter: all(), by }),
    })),
    { name: "heat map, all time", ask: (api) => api.telemetry.heatMap({ ...base, filter: all() }) },
    {
      name: "heat map of one tool, all time",
      ask: (api) => api.telemetry.heatMap({ ...base, filter: all({ tool: ["Bash"] }) }),
    },
    { name: "window use, all time", ask: (api) => api.telemetry.windowUse({ ...base, filter: all() }) },
    {
      name: "repeated files",
      ask: (api, round) => api.telemetry.targets({ ...base, filter: over(round), kind: "file" }),
    },
    {
      name: "repeated files, all time",
      ask: (api) => api.telemetry.targets({ ...base, filter: all(), kind: "file" }),
    },
    {
      name: "repeated commands, all time",
      ask: (api) => api.telemetry.targets({ ...base, filter: all(), kind: "command" }),
    },
    { name: "error chains, all time", ask: (api) => api.telemetry.errorChains({ ...base, filter: all() }) },
    { name: "use of skills, all time", ask: (api) => api.telemetry.skillUse({ ...base, filter: all() }) },
    {
      name: "agent page",
      ask: (api, round) => api.telemetry.agentPage({ ...base, filter: over(round), agent: "main" }),
    },
    {
      name: "agent page, all time",
      ask: (api) => api.telemetry.agentPage({ ...base, filter: all(), agent: "code-reviewer" }),
    },
    {
      name: "skill page, all time",
      ask: (api) => api.telemetry.skillPage({ ...base, filter: all(), skill: "code-review" }),
    },
    { name: "filter choices, all time", ask: (api) => api.telemetry.facets({ ...base, filter: all() }) },
    { name: "filter choices", ask: (api, round) => api.telemetry.facets({ ...base, filter: over(round) }) },
    {
      name: "sessions by date",
      ask: (api, round) => api.sessions.list({ ...base, filter: over(round), sort: "date" }),
    },
    ...(["oldest", "noise", "added", "carried", "cost"] as const).map((sort) => ({
      name: `sessions by ${sort}, all time`,
      ask: (api: Api) => api.sessions.list({ ...base, filter: all(), sort }),
    })),
    {
      name: "sessions of one agent by noise, all time",
      ask: (api) => api.sessions.list({ ...base, filter: all({ agent: ["code-reviewer"] }), sort: "noise" }),
    },
    {
      name: "sessions of a person by date, all time",
      ask: (api, round) => api.sessions.list({ ...base, filter: all({ person: personOf(round) }), sort: "date" }),
    },
    {
      name: "sessions with resolved errors by noise",
      ask: (api, round) =>
        api.sessions.list({ ...base, filter: over(round, { pass: ["resolved-error"] }), sort: "noise" }),
    },
    laterPage(base),
    {
      name: "sessions found by title",
      ask: (api, round) => api.sessions.list({ ...base, filter: all(), sort: "date", search: `session ${round % 9}` }),
    },
    { name: "session", ask: (api, round) => api.sessions.get({ ...base, number: anySession(round) }) },
    {
      name: "timeline of a session",
      ask: (api, round) => api.sessions.timeline({ ...base, number: anySession(round), thread: "main" }),
    },
    { name: "outline of a session", ask: (api, round) => api.sessions.outline({ ...base, number: anySession(round) }) },
    {
      name: "filter choices of a session",
      ask: (api, round) => api.sessions.facets({ ...base, number: anySession(round), thread: "main" }),
    },
    {
      name: "landmarks of a session",
      ask: (api, round) => api.sessions.landmarks({ ...base, number: anySession(round) }),
    },
    { name: "palette", ask: (api, round) => api.search.find({ ...base, query: `session ${round % 9}` }) },
    { name: "decisions", ask: (api) => api.decisions.list({ ...base }) },
    { name: "decisions found by text", ask: (api) => api.decisions.list({ ...base, filter: { text: "retry" } }) },
    { name: "history of decisions", ask: (api) => api.decisions.history({ ...base }) },
    { name: "history of failures", ask: (api) => api.failures.history({ ...base }) },
    { name: "failures", ask: (api) => api.failures.list({ ...base }) },
    {
      name: "failures that are alike",
      ask: (api, round) => api.failures.check({ ...base, text: `npm test lost its conection in step ${round % 9}` }),
    },
    { name: "handoffs", ask: (api) => api.handoffs.list({ ...base }) },
    { name: "members", ask: (api) => api.teams.members({ team: base.team }) },
    { name: "keys", ask: (api) => api.keys.list({ team: base.team }) },
    { name: "audit", ask: (api) => api.audit.list({ team: base.team }) },
  ];
}
