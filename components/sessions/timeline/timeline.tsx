"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useRef } from "react";
import type { Landmark } from "@/server/core/telemetry/landmarks";
import { type PackedOutline, unpackOutline } from "@/server/core/telemetry/packed-outline";
import type { SessionDetail, ThreadSummary, TimelineRow } from "@/server/core/telemetry/session-views";
import { Notice } from "../../ui/notice";
import { LIST_PARAM } from "../list-place";
import { WhyPanel } from "../why-panel";
import { Elsewhere } from "./elsewhere";
import { EventList } from "./event-list";
import { type Mark, marksOf } from "./marks";
import { errorsOf, matchBeside, matchesOf, sumOfMatches } from "./outline-facts";
import { itemsOf, tokenScale } from "./outline-items";
import { filterOf, writeTimelineState } from "./read-state";
import { StartedBy } from "./started-by";
import { TimelineToolbar } from "./timeline-toolbar";
import { useTimelineState } from "./url-state";
import { useArrivals } from "./use-arrivals";
import { type ListHandle, useCursor } from "./use-cursor";
import { useFound } from "./use-found";
import { useTimelineKeys } from "./use-timeline-keys";
import { type SessionPlace, useTimelineRows } from "./use-timeline-rows";

type TimelineProps = {
  place: SessionPlace;
  session: Pick<SessionDetail, "client" | "timeZone" | "agentOrder" | "threads">;
  thread: ThreadSummary;
  outline: PackedOutline;
  landmarks: readonly Landmark[];
  initialRows: readonly TimelineRow[];
};

/** A thread's events from first to last, thousands of them, and the why panel of the one that is open. */
export function Timeline({ place, session, thread, outline: packed, landmarks, initialRows }: TimelineProps) {
  const drawn = useMemo(() => unpackOutline(packed), [packed]);
  const { outline, rows: arrived, fresh, settle } = useArrivals(place, drawn);
  const [state, change] = useTimelineState();
  const found = useFound(place, outline.thread, state.text);
  const matches = useMatches(outline, state, found.refs);
  const marks = useMemo(() => marksOf(outline, landmarks), [outline, landmarks]);
  const items = useMemo(
    () => itemsOf(outline, state.dims ? null : matches, marks),
    [outline, matches, marks, state.dims],
  );
  const shown = useMemo(() => sumOfMatches(outline, matches), [outline, matches]);
  const errors = useMemo(() => errorsOf(outline), [outline]);
  const { rows, failed, want } = useTimelineRows(place, outline, {
    initial: initialRows,
    arrived,
    drawn: drawn.refs.length,
  });
  const news = useMemo(
    () => shownOf(fresh, outline, state.dims ? null : matches),
    [fresh, outline, matches, state.dims],
  );
  const searchRef = useRef<HTMLInputElement>(null);
  const list = useRef<ListHandle>(null);
  const filter = JSON.stringify([filterOf(state), state.text, state.dims]);
  const cursor = useCursor({ items, outline, event: state.event, filter, list });
  const { context, hrefOfEvent, hrefOfThread, onOpen } = useRowContext(outline, session, state, change);

  const router = useRouter();
  const openAgent = (agent: string) => {
    const first = session.threads.find((own) => own.agent === agent);
    if (first && first.key !== outline.thread) router.push(hrefOfThread(first.key), { scroll: false });
  };
  const open = useCallback(() => {
    if (cursor.ref) onOpen(cursor.ref);
  }, [cursor.ref, onOpen]);
  const close = useCallback(() => change({ event: null }), [change]);
  // While the panel is open it goes along with the keyboard.
  const isOpen = state.event !== null;
  const follow = (ref: string | null) => {
    if (isOpen && ref !== null) change({ event: ref });
  };
  const step = (by: 1 | -1) => follow(cursor.step(by));
  const among = (candidates: readonly number[]) => (by: 1 | -1) => {
    const next = matchBeside(candidates, cursor.index, by);
    if (next !== null) follow(cursor.goTo(next));
  };
  const stepMatch = among(matches ?? []);
  const stepFailure = among(
    matches === null || state.dims ? errors : errors.filter((index) => matches.includes(index)),
  );
  useTimelineKeys({
    step,
    stepTurn: (by) => follow(cursor.stepTurn(by)),
    stepMatch,
    stepFailure,
    open,
    close: () => isOpen && close(),
  });
  const jump = (mark: Mark) => {
    const at = items.findIndex(
      (item) => (item.kind === "mark" && item.mark === mark) || (item.kind === "event" && item.index >= mark.index),
    );
    list.current?.scrollToTop(at === -1 ? items.length - 1 : at);
  };
  return (
    <div className={state.event ? "grid lg:grid-cols-[minmax(0,1fr)_340px]" : "grid"}>
      <section aria-label="Events" className="min-w-0">
        <TimelineToolbar
          place={place}
          thread={thread}
          timeZone={session.timeZone}
          state={state}
          onChange={change}
          onAgent={openAgent}
          searchRef={searchRef}
          shown={shown}
          marks={marks}
          onJump={jump}
          onMatch={stepMatch}
          onFailure={stepFailure}
        />
        <StartedBy thread={thread} threads={session.threads} hrefOfEvent={hrefOfEvent} />
        {matches !== null && session.threads.length > 1 ? (
          <Elsewhere
            place={place}
            threads={session.threads}
            current={outline.thread}
            state={state}
            hrefOfThread={hrefOfThread}
          />
        ) : null}
        {failed || found.problem ? (
          <Notice tone="warn" live="status">
            {failed ?? found.problem}
          </Notice>
        ) : null}
        <EventList
          label={`Events of ${thread.agent}`}
          context={context}
          timeZone={session.timeZone}
          items={items}
          rows={rows}
          matches={matches}
          dims={state.dims}
          selected={state.event}
          cursor={cursor.item}
          handle={list}
          fresh={news}
          onSettle={settle}
          onVisible={want}
        />
      </section>
      {state.event ? (
        <WhyPanel
          key={state.event}
          place={place}
          target={state.event}
          known={rows.get(state.event) ?? null}
          session={session}
          hrefOfEvent={hrefOfEvent}
          onOpen={onOpen}
          onClose={close}
          onStep={step}
        />
      ) : null}
    </div>
  );
}

type State = ReturnType<typeof useTimelineState>[0];
type Change = ReturnType<typeof useTimelineState>[1];
type Outline = ReturnType<typeof unpackOutline>;

/** The news among the lines that are shown. */
function shownOf(fresh: ReadonlySet<string>, { refs }: Outline, matches: readonly number[] | null) {
  if (matches === null || fresh.size === 0) return fresh;
  return new Set(matches.flatMap((index) => refs[index] ?? []).filter((ref) => fresh.has(ref)));
}

function useMatches(outline: Outline, state: State, found: ReadonlySet<string> | null) {
  const { source, residency, noise, kind, tool, skill, errors } = state;
  return useMemo(
    () => matchesOf(outline, { filter: { source, residency, noise, kind, tool, skill, errors }, found }),
    [outline, source, residency, noise, kind, tool, skill, errors, found],
  );
}

/** What all rows share, made anew only when the thread or the filter changes: rows that stay are not drawn again. */
function useRowContext(outline: Outline, session: TimelineProps["session"], state: State, change: Change) {
  const router = useRouter();
  const scaleTokens = useMemo(() => tokenScale(outline.tokens), [outline.tokens]);
  // The list that the person came from goes along, for the next and the previous session.
  const list = useSearchParams().get(LIST_PARAM);
  const address = useCallback(
    (change: Partial<State>) =>
      writeTimelineState(new URLSearchParams(list === null ? {} : { [LIST_PARAM]: list }), change),
    [list],
  );
  const hrefOfEvent = useCallback((ref: string) => `?${address({ event: ref })}`, [address]);
  const kept = address({ ...filterOf(state), text: state.text, dims: state.dims }).toString();
  const hrefOfThread = useCallback(
    (key: string) => {
      const params = new URLSearchParams(kept);
      params.set("thread", key);
      return `?${params}`;
    },
    [kept],
  );
  const onOpen = useCallback(
    (ref: string) => {
      // Evidence may stand in another thread: its page is another one.
      if (outline.refs.includes(ref)) change({ event: ref });
      else router.push(hrefOfEvent(ref));
    },
    [outline, change, router, hrefOfEvent],
  );
  const { agentOrder, client, threads } = session;
  const startedBy = useMemo(() => startsOf(threads), [threads]);
  const context = useMemo(
    () => ({ outline, agentOrder, client, scaleTokens, hrefOfEvent, onOpen, startedBy, hrefOfThread }),
    [outline, agentOrder, client, scaleTokens, hrefOfEvent, onOpen, startedBy, hrefOfThread],
  );
  return { context, hrefOfEvent, hrefOfThread, onOpen };
}

function startsOf(threads: readonly ThreadSummary[]): ReadonlyMap<string, ThreadSummary> {
  return new Map(
    threads.flatMap((thread) => {
      const refs = [thread.spawnedBy?.ref, thread.spawnedBy?.resultRef].filter((ref) => typeof ref === "string");
      return refs.map((ref) => [ref, thread] as const);
    }),
  );
}
