"use client";

import type { ThreadSummary } from "@/server/core/telemetry/session-views";
import { formatExact } from "../../ui/format";
import { Link } from "../../ui/link";
import { filterOf, type TimelineState } from "./read-state";
import { useFacets } from "./use-facets";
import type { SessionPlace } from "./use-timeline-rows";

type ElsewhereProps = {
  place: SessionPlace;
  threads: readonly ThreadSummary[];
  current: string;
  state: TimelineState;
  hrefOfThread: (thread: string) => string;
};

const SHOWN = 6;

/** What matches in the session's other threads: a filter is of the session, the list of one thread. */
export function Elsewhere({ place, threads, current, state, hrefOfThread }: ElsewhereProps) {
  const facets = useFacets({ place, thread: current, filter: filterOf(state), text: state.text }, true);
  const others = facets.data?.threads.filter(({ key }) => key !== current) ?? [];
  if (others.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 border-b border-line px-3.5 py-2 text-xs text-ink-2 md:px-4">
      Also in
      {others.slice(0, SHOWN).map(({ key, events }) => (
        <Link key={key} href={hrefOfThread(key)} prefetch={false}>
          {nameOf(threads.find((thread) => thread.key === key) ?? null, key)} ({formatExact(events)})
        </Link>
      ))}
      {others.length > SHOWN ? <span>and {others.length - SHOWN} threads more</span> : null}
    </p>
  );
}

function nameOf(thread: ThreadSummary | null, key: string): string {
  if (!thread) return key;
  return thread.label && thread.label !== thread.agent ? `${thread.agent}: ${thread.label}` : thread.agent;
}
