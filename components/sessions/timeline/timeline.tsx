"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useRef } from "react";
import type { Outline, SessionDetail, ThreadSummary, TimelineRow } from "@/server/core/telemetry/session-views";
import { Notice } from "../../ui/notice";
import { WhyPanel } from "../why-panel";
import { EventList } from "./event-list";
import { itemsOf, sumOfItems, tokenScale } from "./outline-items";
import { writeTimelineState } from "./read-state";
import { TimelineToolbar } from "./timeline-toolbar";
import { useTimelineState } from "./url-state";
import { type ListHandle, useCursor } from "./use-cursor";
import { useFound } from "./use-found";
import { useTimelineKeys } from "./use-timeline-keys";
import { type SessionPlace, useTimelineRows } from "./use-timeline-rows";

type TimelineProps = {
  place: SessionPlace;
  session: Pick<SessionDetail, "client" | "timeZone" | "agentOrder">;
  thread: ThreadSummary;
  outline: Outline;
  initialRows: readonly TimelineRow[];
};

/** A thread's events from first to last, thousands of them, and the why panel of the one that is open. */
export function Timeline({ place, session, thread, outline, initialRows }: TimelineProps) {
  const [state, change] = useTimelineState();
  const found = useFound(place, outline.thread, state.text);
  const { residency, noise, kind, tool, skill, errors } = state;
  const items = useMemo(
    () => itemsOf(outline, { residency, noise, kind, tool, skill, errors }, found.refs),
    [outline, residency, noise, kind, tool, skill, errors, found.refs],
  );
  const shown = useMemo(() => sumOfItems(outline, items), [outline, items]);
  const scaleTokens = useMemo(() => tokenScale(outline.tokens), [outline.tokens]);
  const { rows, failed, want } = useTimelineRows(place, outline, initialRows);
  const searchRef = useRef<HTMLInputElement>(null);
  const list = useRef<ListHandle>(null);
  const cursor = useCursor({ items, outline, event: state.event, list });
  const router = useRouter();
  const hrefOfEvent = useCallback((ref: string) => `?${writeTimelineState(new URLSearchParams(), { event: ref })}`, []);
  const onOpen = useCallback(
    (ref: string) => {
      // Evidence may stand in another thread: its page is another one.
      if (outline.refs.includes(ref)) change({ event: ref });
      else router.push(hrefOfEvent(ref));
    },
    [outline, change, router, hrefOfEvent],
  );
  const open = useCallback(() => {
    if (cursor.ref) onOpen(cursor.ref);
  }, [cursor.ref, onOpen]);
  const close = useCallback(() => change({ event: null }), [change]);
  // While the panel is open it goes along with the keyboard.
  const isOpen = state.event !== null;
  const follow = useCallback(
    (ref: string | null) => {
      if (isOpen && ref !== null) change({ event: ref });
    },
    [isOpen, change],
  );
  const step = useCallback((by: 1 | -1) => follow(cursor.step(by)), [follow, cursor.step]);
  const stepTurn = useCallback((by: 1 | -1) => follow(cursor.stepTurn(by)), [follow, cursor.stepTurn]);
  useTimelineKeys({ step, stepTurn, open, close, searchRef });

  const { agentOrder, client } = session;
  const context = useMemo(
    () => ({ outline, agentOrder, client, scaleTokens, hrefOfEvent, onOpen }),
    [outline, agentOrder, client, scaleTokens, hrefOfEvent, onOpen],
  );
  return (
    <div className={state.event ? "grid lg:grid-cols-[minmax(0,1fr)_340px]" : "grid"}>
      <section aria-label="Events" className="min-w-0">
        <TimelineToolbar
          thread={thread}
          state={state}
          onChange={change}
          searchRef={searchRef}
          outline={outline}
          shown={shown}
        />
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
          selected={state.event}
          cursor={cursor.item}
          handle={list}
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
