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
    { name: "filter choices", ask: (api, round) => api.telemetry.facets({ ...base, filter: over(round) }) },
    {
      name: "sessions by date",
      ask: (api, round) => api.sessions.list({ ...base, filter: over(round), sort: "date" }),
    },
    {
      name: "sessions by noise, all time",
      ask: (api) => api.sessions.list({ ...base, filter: all(), sort: "noise" }),
    },
    {
      name: "sessions, a later page",
      async ask(api) {
        const first = await api.sessions.list({ ...base, filter: all(), sort: "date" });
        return api.sessions.list({ ...base, filter: all(), sort: "date", cursor: first.nextCursor });
      },
    },
    {
      name: "sessions found by title",
      ask: (api, round) => api.sessions.list({ ...base, filter: all(), sort: "date", search: `session ${round % 9}` }),
    },
    { name: "session", ask: (api, round) => api.sessions.get({ ...base, number: anySession(round) }) },
    {
      name: "timeline of a session",
      ask: (api, round) => api.sessions.timeline({ ...base, number: anySession(round), thread: "main" }),
    },
    { name: "decisions", ask: (api) => api.decisions.list({ ...base }) },
    { name: "failures", ask: (api) => api.failures.list({ ...base }) },
    { name: "handoffs", ask: (api) => api.handoffs.list({ ...base }) },
  ];
}
