import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type Api, pageData } from "@/app/_lib/api";
import { listOf, readListOf } from "@/components/sessions/list-place";
import { SessionScreen } from "@/components/sessions/session-screen";
import { readNumber as parseNumber, readView } from "@/components/sessions/session-view";
import { matchesOf } from "@/components/sessions/timeline/outline-facts";
import { filterOf, readTimelineState, type TimelineState } from "@/components/sessions/timeline/read-state";
import { toSearchParams } from "@/components/telemetry/search-params";
import { can, ROLES } from "@/server/core/access/rights";
import { unpackOutline } from "@/server/core/telemetry/packed-outline";
import type { SessionDetail } from "@/server/core/telemetry/session-views";

type SessionPageProps = {
  params: Promise<{ team: string; project: string; number: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Rows that the first paint shows; the browser asks for the rest as it scrolls. */
const FIRST_ROWS = 60;
/** Rows before an event that the address names, so that it does not stand at the very top. */
const ROWS_BEFORE = 20;
const MAX_NAME = 300;

export async function generateMetadata({ params }: SessionPageProps): Promise<Metadata> {
  return { title: `S-${(await params).number}` };
}

export default async function SessionPage({ params, searchParams }: SessionPageProps) {
  const { team, project, number: written } = await params;
  const number = readNumber(written);
  if (number === null) notFound();
  const base = { team, project };
  const query = toSearchParams(await searchParams);
  const state = readTimelineState(query);
  const view = readView(query);
  const { event } = state;
  const list = readListOf(query);
  const place = { ...base, number };
  const shown = await pageData(async (api) => {
    // All at once: none of them waits for another, and the slowest is as long as the page needs.
    const [session, owner, landmarks, neighbours, thread] = await Promise.all([
      api.sessions.get(place),
      api.projects.get(base),
      api.sessions.landmarks(place),
      list && api.sessions.neighbours({ ...place, ...listOf(list) }),
      view === "timeline" ? readThread(api, place, query, state) : null,
    ]);
    return { session, owner, landmarks, neighbours, thread };
  });
  const { session, owner, thread } = shown;
  return (
    <SessionScreen
      base={base}
      names={{ team: owner.team.name, project: owner.name }}
      session={session}
      thread={chooseThread(session, thread?.outline.thread ?? query.get("thread"))}
      outline={thread?.outline ?? null}
      landmarks={shown.landmarks}
      list={list}
      neighbours={shown.neighbours}
      initialRows={thread?.rows ?? []}
      missingEvent={event !== null && thread?.outline.refs.includes(event) === false ? event : null}
      view={view}
      run={parseNumber(query.get("run"))}
      checkpoint={parseNumber(query.get("checkpoint"))}
      denied={deniedFor(owner.role)}
    />
  );
}

/** Why a person of this role may not change what the model sees; null for one who may. */
function deniedFor(name: string): string | null {
  const role = ROLES.find((known) => known === name) ?? "viewer";
  return can({ role, keyScopes: null }, "session:prune")
    ? null
    : `Your role here is ${role}; members change what the model sees. Ask an owner for the role.`;
}

function readNumber(text: string): number | null {
  const number = /^(?:S-)?([1-9]\d{0,8})$/i.exec(text)?.[1];
  return number === undefined ? null : Number(number);
}

function chooseThread({ threads }: SessionDetail, key: string | null) {
  return threads.find((thread) => thread.key === key) ?? threads[0] ?? null;
}

type Place = { team: string; project: string; number: number };

/** Names in an address may be anything; what no name can be is not asked for. */
function nameIn(text: string | null): string | null {
  return text !== null && text !== "" && text.length <= MAX_NAME && !text.includes("\0") ? text : null;
}

/** The outline of a thread, and the rows that stand on the first screen under the address's filter. */
async function readThread(api: Api, place: Place, query: URLSearchParams, state: TimelineState) {
  const outline = await api.sessions.outline({
    ...place,
    event: nameIn(state.event),
    thread: nameIn(query.get("thread")),
    agent: nameIn(query.get("agent")),
  });
  const whole = unpackOutline(outline);
  // Words are looked for by the browser: until it has found them the rows are those of the rest of the filter.
  const matches = matchesOf(whole, { filter: filterOf(state), found: null });
  const shown = state.dims || matches === null ? [...whole.refs.keys()] : matches;
  const at = Math.max(0, shown.findIndex((index) => whole.refs[index] === state.event) - ROWS_BEFORE);
  const seqs = shown.slice(at, at + FIRST_ROWS).map((index) => whole.seqs[index] ?? 0);
  if (seqs.length === 0) return { outline, rows: [] };
  const { rows } = await api.sessions.timeline({ ...place, thread: outline.thread, seqs, limit: 200 });
  return { outline, rows };
}
