"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import type { TimelineRow } from "@/server/core/telemetry/session-views";
import { EmptyState } from "../../ui/states";
import { COLUMNS, EventRow, type RowContext } from "./event-row";
import { Line } from "./lines";
import { MiniMap } from "./mini-map";
import { NewEvents } from "./new-events";
import type { TimelineItem } from "./outline-items";
import type { ListHandle } from "./use-cursor";
import { useEnd } from "./use-end";
import { useIsPhone } from "./use-is-phone";

type EventListProps = {
  label: string;
  context: RowContext;
  timeZone: string;
  items: readonly TimelineItem[];
  rows: ReadonlyMap<string, TimelineRow>;
  /** The events that match what is looked for; null for all. */
  matches: readonly number[] | null;
  /** Others stay on the list, in grey. */
  dims: boolean;
  /** The open event. */
  selected: string | null;
  /** The line where the keyboard stands; null for the first on screen. */
  cursor: number | null;
  handle: RefObject<ListHandle | null>;
  /** Events that arrived while the page was open. */
  fresh: ReadonlySet<string>;
  /** Hears which of them are no news any more. */
  onSettle: (refs: ReadonlySet<string>) => void;
  /** Hears which events are on screen. */
  onVisible: (indices: readonly number[]) => void;
};

const ROW_PX = 32;
const PHONE_ROW_PX = 60;
const HEADING_PX = 32;
/** A short thread takes its own height, a long one what the screen has. */
const TALLEST = "clamp(380px, calc(100dvh - 150px), 1600px)";
const EMPTY_PX = 120;
const OVERSCAN = 12;
/** Lines above the one that the address opens. */
const LINES_ABOVE = 8;

/** The lines of a thread, only those on screen drawn. Scrolling draws this component and nothing around it. */
export const EventList = memo(function EventList(props: EventListProps) {
  const { label, context, timeZone, items, rows, matches, dims, selected, cursor, handle, fresh, onSettle, onVisible } =
    props;
  const { outline } = context;
  const scrollRef = useRef<HTMLDivElement>(null);
  const bright = useMemo(() => (dims && matches !== null ? new Set(matches) : null), [dims, matches]);
  const rowPx = useIsPhone() ? PHONE_ROW_PX : ROW_PX;
  const heightOf = useCallback((item: TimelineItem) => (item.kind === "event" ? rowPx : HEADING_PX), [rowPx]);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => (items[index]?.kind === "event" ? rowPx : HEADING_PX),
    overscan: OVERSCAN,
    initialRect: { width: 900, height: 640 },
    initialOffset: Math.max(0, (cursor ?? 0) - LINES_ABOVE) * ROW_PX,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights, or headings at other places, ask for new measures.
  useEffect(() => virtual.measure(), [rowPx, items, virtual]);
  useImperativeHandle(
    handle,
    () => ({
      scrollTo: (item) => virtual.scrollToIndex(item, { align: "auto" }),
      scrollToTop: (item) => {
        virtual.scrollToIndex(item, { align: "start" });
        // A short list cannot scroll, and the page may show only its beginning.
        onceDrawn(
          () => scrollRef.current?.querySelector(`[data-line="${item}"]`),
          (line) => line.scrollIntoView({ block: "center" }),
        );
      },
      focusEvent: (index) =>
        // The row may not exist before the list has scrolled to it.
        onceDrawn(
          () => scrollRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`),
          (row) => {
            row.focus({ preventScroll: true });
            // The list has scrolled itself; on a low screen the page may still show only its top.
            row.scrollIntoView({ block: "nearest" });
          },
        ),
    }),
    [virtual],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the event that the address opens moves the page.
  useEffect(() => {
    if (selected !== null) scrollRef.current?.scrollIntoView({ block: "nearest" });
  }, []);

  const visible = virtual.getVirtualItems();
  const foot = useRef<HTMLDivElement>(null);
  const first = virtual.range?.startIndex;
  const isReading = selected !== null;
  const { atEnd, toEnd } = useEnd({ scroller: scrollRef, foot, items, outline, heightOf, first, isReading });
  const indices = useMemo(() => visible.flatMap(({ index }) => eventIndex(items[index])), [visible, items]);
  useEffect(() => onVisible(indices), [indices, onVisible]);

  const span = shownShare(items, visible[0]?.index, visible.at(-1)?.index, outline.refs.length);
  const jump = (share: number) =>
    virtual.scrollToIndex(itemAt(items, share * outline.refs.length), { align: "center" });
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are positioned by the virtual list. */}
      <div role="table" aria-label={label} aria-rowcount={items.length + 1} className="relative md:pr-3.5">
        <HeadRow />
        <div
          ref={scrollRef}
          className="overflow-y-auto overscroll-contain [contain:strict]"
          style={{ height: `min(${Math.max(virtual.getTotalSize(), EMPTY_PX)}px, ${TALLEST})` }}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
          <div role="rowgroup" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
            {visible.map(({ index, start, size, key }) => {
              const item = items[index];
              return (
                <Place key={key} line={index} topPx={start} heightPx={size}>
                  {item?.kind === "event" ? (
                    <EventRow
                      {...context}
                      index={item.index}
                      row={rows.get(outline.refs[item.index] ?? "") ?? null}
                      selected={selected !== null && selected === outline.refs[item.index]}
                      dimmed={bright !== null && !bright.has(item.index)}
                      focusable={cursor === null ? index === visible[0]?.index : cursor === index}
                      rowIndex={index + 2}
                      fresh={fresh.has(outline.refs[item.index] ?? "")}
                    />
                  ) : item ? (
                    <Line item={item} rowIndex={index + 2} timeZone={timeZone} />
                  ) : null}
                </Place>
              );
            })}
          </div>
          {items.length === 0 ? (
            <EmptyState>
              {outline.refs.length === 0
                ? "This thread has no events."
                : "No event of this thread matches. Show all, or change the filter."}
            </EmptyState>
          ) : null}
        </div>
        <MiniMap outline={outline} matches={matches} from={span.from} to={span.to} onJump={jump} />
      </div>
      <NewEvents foot={foot} fresh={fresh} atEnd={atEnd} onShow={toEnd} onSettle={onSettle} />
    </div>
  );
});

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

type PlaceProps = { line: number; topPx: number; heightPx: number; children: ReactNode };

function Place({ line, topPx, heightPx, children }: PlaceProps) {
  return (
    <div
      role="presentation"
      data-line={line}
      className="absolute inset-x-0 top-0"
      style={{ height: heightPx, transform: `translateY(${topPx}px)` }}
    >
      {children}
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

/** A line that the list has just scrolled to is drawn some frames later; after so many it will not be. */
const MOST_FRAMES = 30;

function onceDrawn<Line extends Element>(
  find: () => Line | null | undefined,
  act: (line: Line) => void,
  framesLeft = MOST_FRAMES,
): void {
  requestAnimationFrame(() => {
    const line = find();
    if (line) act(line);
    else if (framesLeft > 0) onceDrawn(find, act, framesLeft - 1);
  });
}
