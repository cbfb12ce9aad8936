import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type Api, pageData } from "@/app/_lib/api";
import { SessionScreen } from "@/components/sessions/session-screen";
import { readNumber as parseNumber, readView } from "@/components/sessions/session-view";
import { itemsOf } from "@/components/sessions/timeline/outline-items";
import { readTimelineState, type TimelineState } from "@/components/sessions/timeline/read-state";
import { toSearchParams } from "@/components/telemetry/search-params";
import { can, ROLES } from "@/server/core/access/rights";
import type { SessionDetail } from "@/server/core/telemetry/session-views";

type SessionPageProps = {
  params: Promise<{ team: string; project: string; number: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Rows that the first paint shows; the browser asks for the rest as it scrolls. */
const FIRST_ROWS = 60;
/** Rows before an event that the address names, so that it does not stand at the very top. */
const ROWS_BEFORE = 20;

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
  const shown = await pageData(async (api) => {
    const [session, owner] = await Promise.all([api.sessions.get({ ...base, number }), api.projects.get(base)]);
    const place = event === null ? null : await findEvent(api, { ...base, number, ref: event });
    const thread = chooseThread(session, place?.thread ?? query.get("thread"), query.get("agent"));
    return {
      session,
      owner,
      place,
      thread,
      ...(await readThread(api, { ...base, number }, view === "timeline" ? thread?.key : undefined, {
        ...state,
        event: place?.ref ?? null,
      })),
    };
  });
  return (
    <SessionScreen
      base={base}
      names={{ team: shown.owner.team.name, project: shown.owner.name }}
      session={shown.session}
      thread={shown.thread}
      outline={shown.outline}
      initialRows={shown.rows}
      missingEvent={event !== null && shown.place === null ? event : null}
      view={view}
      run={parseNumber(query.get("run"))}
      checkpoint={parseNumber(query.get("checkpoint"))}
      denied={deniedFor(shown.owner.role)}
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

/** The thread of the event, else of the address, else the first of the agent that a chart named, else the main one. */
function chooseThread({ threads }: SessionDetail, key: string | null, agent: string | null) {
  return (
    threads.find((thread) => thread.key === key) ??
    threads.find((thread) => thread.agent === agent) ??
    threads[0] ??
    null
  );
}

type Place = { team: string; project: string; number: number };

async function findEvent(api: Api, input: Place & { ref: string }) {
  try {
    return await api.sessions.resolveRef(input);
  } catch {
    // The page says that this session has no such event.
    return null;
  }
}

/** The outline of a thread, and the rows that stand on the first screen under the address's filter. */
async function readThread(api: Api, place: Place, thread: string | undefined, state: TimelineState) {
  if (thread === undefined) return { outline: null, rows: [] };
  const outline = await api.sessions.outline({ ...place, thread });
  const shown = itemsOf(outline, state, null).flatMap((item) => (item.kind === "event" ? [item.index] : []));
  const at = Math.max(0, shown.findIndex((index) => outline.refs[index] === state.event) - ROWS_BEFORE);
  const seqs = shown.slice(at, at + FIRST_ROWS).map((index) => outline.seqs[index] ?? 0);
  if (seqs.length === 0) return { outline, rows: [] };
  const { rows } = await api.sessions.timeline({ ...place, thread, seqs, limit: 200 });
  return { outline, rows };
}
