"use client";

import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Outline, SessionDetail, ThreadSummary, TimelineRow } from "@/server/core/telemetry/session-views";
import { useTRPC } from "../../api/trpc";
import { formatTime } from "../../ui/format";
import { Notice } from "../../ui/notice";
import { EmptyState } from "../../ui/states";
import { WhyPanel } from "../why-panel";
import { COLUMNS, EventRow } from "./event-row";
import { MiniMap } from "./mini-map";
import { itemsOf, sumOfItems, type TimelineItem, tokenScale } from "./outline-items";
import { type TimelineState, writeTimelineState } from "./read-state";
import { TimelineToolbar } from "./timeline-toolbar";
import { useTimelineState } from "./url-state";
import { useIsPhone } from "./use-is-phone";
import { useTimelineKeys } from "./use-timeline-keys";
import { type SessionPlace, useTimelineRows } from "./use-timeline-rows";

type TimelineProps = {
  place: SessionPlace;
  session: Pick<SessionDetail, "client" | "timeZone" | "agentOrder">;
  thread: ThreadSummary;
  outline: Outline;
  initialRows: readonly TimelineRow[];
};

const ROW_PX = 32;
const PHONE_ROW_PX = 60;
const HEADING_PX = 32;
/** A short thread takes its own height, a long one what the screen has. */
const TALLEST = "clamp(380px, calc(100dvh - 150px), 1600px)";
const EMPTY_PX = 120;
const OVERSCAN = 12;

/** A thread's events from first to last, thousands of them, and the why panel of the one that is open. */
export function Timeline({ place, session, thread, outline, initialRows }: TimelineProps) {
  const [state, change] = useTimelineState();
  const found = useFound(place, outline.thread, state.text);
  const items = useMemo(() => itemsOf(outline, state, found.refs), [outline, state, found.refs]);
  const shown = useMemo(() => sumOfItems(outline, items), [outline, items]);
  const scaleTokens = useMemo(() => tokenScale(outline.tokens), [outline.tokens]);
  const { rows, failed, want } = useTimelineRows(place, outline, initialRows);
  const scrollRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const rowPx = useIsPhone() ? PHONE_ROW_PX : ROW_PX;
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => (items[index]?.kind === "event" ? rowPx : HEADING_PX),
    overscan: OVERSCAN,
    initialRect: { width: 900, height: 640 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights, or headings at other places, ask for new measures.
  useEffect(() => virtual.measure(), [rowPx, items, virtual]);

  const visible = virtual.getVirtualItems();
  const indices = useMemo(() => visible.flatMap(({ index }) => eventIndex(items[index])), [visible, items]);
  useEffect(() => want(indices), [indices, want]);

  const cursor = useCursor({
    items,
    outline,
    state,
    scrollTo: (at) => virtual.scrollToIndex(at, { align: "auto" }),
    scrollRef,
  });
  const onOpen = useCallback((ref: string) => change({ event: ref }), [change]);
  const open = useCallback(() => {
    if (cursor.ref) onOpen(cursor.ref);
  }, [cursor.ref, onOpen]);
  const close = useCallback(() => change({ event: null }), [change]);
  useTimelineKeys({ step: cursor.step, stepTurn: cursor.stepTurn, open, close, searchRef });
  const hrefOfEvent = useCallback((ref: string) => `?${writeTimelineState(new URLSearchParams(), { event: ref })}`, []);

  const rowContext = {
    outline,
    agentOrder: session.agentOrder,
    client: session.client,
    scaleTokens,
    hrefOfEvent,
    onOpen,
  };
  const span = shownShare(items, visible[0]?.index, visible.at(-1)?.index, outline.refs.length);
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
        {/* biome-ignore lint/a11y/useSemanticElements: rows are positioned by the virtual list. */}
        <div
          role="table"
          aria-label={`Events of ${thread.agent}`}
          aria-rowcount={items.length + 1}
          className="relative md:pr-3.5"
        >
          <HeadRow />
          <div
            ref={scrollRef}
            className="overflow-y-auto overscroll-contain [contain:strict]"
            style={{ height: `min(${Math.max(virtual.getTotalSize(), EMPTY_PX)}px, ${TALLEST})` }}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
            <div role="rowgroup" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
              {visible.map(({ index, start, size, key }) => (
                <Place key={key} topPx={start} heightPx={size}>
                  <Line
                    item={items[index]}
                    rowIndex={index + 2}
                    timeZone={session.timeZone}
                    event={(at) => (
                      <EventRow
                        {...rowContext}
                        index={at}
                        row={rows.get(outline.refs[at] ?? "") ?? null}
                        selected={state.event === outline.refs[at]}
                        focusable={cursor.item === null ? index === (visible[0]?.index ?? 0) : cursor.item === index}
                        rowIndex={index + 2}
                      />
                    )}
                  />
                </Place>
              ))}
            </div>
            {items.length === 0 ? (
              <EmptyState>
                {outline.refs.length === 0
                  ? "This thread has no events."
                  : "No event matches. Show all, or change the filter."}
              </EmptyState>
            ) : null}
          </div>
          <MiniMap
            outline={outline}
            from={span.from}
            to={span.to}
            onJump={(share) => virtual.scrollToIndex(itemAt(items, share * outline.refs.length), { align: "center" })}
          />
        </div>
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
          onStep={cursor.step}
        />
      ) : null}
    </div>
  );
}

function HeadRow() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table.
    // biome-ignore lint/a11y/useFocusableInteractive: a head is read, not reached.
    <div
      role="row"
      aria-rowindex={1}
      className={`${COLUMNS} border-b border-line-strong px-4 py-[5px] text-xs text-ink-3 max-md:sr-only`}
    >
      {[
        ["ref", "Ref"],
        ["residency", ""],
        ["event", "Event"],
        ["why", "Why"],
        ["tokens", "Tokens"],
      ].map(([key, word]) => (
        // biome-ignore lint/a11y/useSemanticElements: see the table.
        // biome-ignore lint/a11y/useFocusableInteractive: see above.
        <span key={key} role="columnheader" className={key === "tokens" ? "text-right" : undefined}>
          {word || <span className="sr-only">Residency</span>}
        </span>
      ))}
    </div>
  );
}

function Place({ topPx, heightPx, children }: { topPx: number; heightPx: number; children: ReactNode }) {
  return (
    <div
      role="presentation"
      className="absolute inset-x-0 top-0"
      style={{ height: heightPx, transform: `translateY(${topPx}px)` }}
    >
      {children}
    </div>
  );
}

type LineProps = {
  item: TimelineItem | undefined;
  rowIndex: number;
  timeZone: string;
  event: (index: number) => ReactNode;
};

function Line({ item, rowIndex, timeZone, event }: LineProps) {
  if (!item) return null;
  if (item.kind === "event") return event(item.index);
  if (item.kind === "history-end") return <HistoryEnd rowIndex={rowIndex} />;
  const at = formatTime(new Date(item.atSeconds * 1000).toISOString(), timeZone);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table.
    // biome-ignore lint/a11y/useFocusableInteractive: a heading is read, not reached.
    <div
      role="row"
      aria-rowindex={rowIndex}
      className="flex h-full items-center justify-between border-b border-line bg-sunken px-3.5 text-2xs text-ink-2 md:px-4"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the table. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      <span role="rowheader">
        <b className="font-semibold">{item.turn === 0 ? "Before the first request" : `Turn ${item.turn}`}</b>
        {item.userTurn > 0 ? ` user turn ${item.userTurn}` : ""}
      </span>
      <span>
        {item.stage ? `${item.stage} · ` : ""}
        {at}
      </span>
    </div>
  );
}

/** A compaction, a clear or a rewind: what stands above is kept here and no longer sent. */
function HistoryEnd({ rowIndex }: { rowIndex: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table.
    // biome-ignore lint/a11y/useFocusableInteractive: a divider is read, not reached.
    <div
      role="row"
      aria-rowindex={rowIndex}
      className="flex h-full items-center gap-3 bg-surface px-3.5 text-2xs text-ink-2 md:px-4"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the table. */}
      <span role="cell" className="flex min-w-0 flex-1 items-center gap-3">
        <span aria-hidden className="h-px flex-1 bg-control" />
        Above: history, no longer in context
        <span aria-hidden className="h-px flex-1 bg-control" />
      </span>
    </div>
  );
}

function eventIndex(item: TimelineItem | undefined): number[] {
  return item?.kind === "event" ? [item.index] : [];
}

/** The first line at or after an event of the outline. */
function itemAt(items: readonly TimelineItem[], index: number): number {
  const at = items.findIndex((item) => item.kind === "event" && item.index >= index);
  return at === -1 ? Math.max(0, items.length - 1) : at;
}

/** Which stretch of the whole thread is on screen. */
function shownShare(
  items: readonly TimelineItem[],
  first: number | undefined,
  last: number | undefined,
  events: number,
) {
  const place = (at: number | undefined, direction: 1 | -1): number => {
    if (at === undefined || events === 0) return 0;
    const item = items[at];
    if (item?.kind === "event") return item.index / events;
    const neighbour = items[at + direction];
    return neighbour?.kind === "event" ? neighbour.index / events : 0;
  };
  return { from: place(first, 1), to: place(last, -1) };
}

/** Refs that contain the words, from the server; null while nothing is searched or the answer is not here yet. */
function useFound(place: SessionPlace, thread: string, text: string) {
  const trpc = useTRPC();
  const words = text.trim();
  const query = useQuery({
    ...trpc.sessions.find.queryOptions({ ...place, thread, text: words || " " }),
    enabled: words !== "",
  });
  const refs = useMemo(() => (words !== "" && query.data ? new Set(query.data.refs) : null), [words, query.data]);
  const problem = query.isError
    ? "The search did not work. Change the words to try again."
    : words !== "" && query.data?.more
      ? "More than 2,000 events match; the first 2,000 are shown."
      : null;
  return { refs, problem };
}

type CursorOptions = {
  items: readonly TimelineItem[];
  outline: Outline;
  state: TimelineState;
  scrollTo: (item: number) => void;
  scrollRef: { current: HTMLDivElement | null };
};

/** Where the keyboard stands. It follows the open event, and survives a change of filter by the event's name. */
function useCursor({ items, outline, state, scrollTo, scrollRef }: CursorOptions) {
  const [ref, setRef] = useState<string | null>(state.event);
  const scroll = useRef(scrollTo);
  scroll.current = scrollTo;
  const item = useMemo(() => {
    const at = items.findIndex((line) => line.kind === "event" && outline.refs[line.index] === ref);
    return at === -1 ? null : at;
  }, [items, outline, ref]);

  useEffect(() => {
    if (state.event) setRef(state.event);
  }, [state.event]);
  useEffect(() => {
    if (item !== null) scroll.current(item);
  }, [item]);

  const moveTo = useCallback(
    (at: number) => {
      const line = items[at];
      if (line?.kind !== "event") return;
      setRef(outline.refs[line.index] ?? null);
      scroll.current(at);
      // The row may not exist before the list has scrolled to it.
      requestAnimationFrame(() =>
        scrollRef.current?.querySelector<HTMLElement>(`[data-index="${line.index}"]`)?.focus({ preventScroll: true }),
      );
    },
    [items, outline, scrollRef],
  );
  const step = useCallback(
    (by: 1 | -1) => {
      let at = (item ?? (by === 1 ? -1 : items.length)) + by;
      while (items[at] && items[at]?.kind !== "event") at += by;
      moveTo(at);
    },
    [item, items, moveTo],
  );
  const stepTurn = useCallback(
    (by: 1 | -1) => {
      let at = (item ?? 0) + (by === 1 ? 1 : -2);
      while (at >= 0 && at < items.length && items[at]?.kind !== "turn") at += by;
      moveTo(Math.max(0, at) + 1);
    },
    [item, items, moveTo],
  );
  return { ref, item, step, stepTurn };
}
