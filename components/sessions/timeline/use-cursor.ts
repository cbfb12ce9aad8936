"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Outline } from "@/server/core/telemetry/session-views";
import type { TimelineItem } from "./outline-items";

/** What the list does for the keyboard. */
export interface ListHandle {
  scrollTo(item: number): void;
  /** Puts a line at the top of the list. */
  scrollToTop(item: number): void;
  /** Puts the focus on an event's row once it is drawn. */
  focusEvent(index: number): void;
}

type CursorOptions = {
  items: readonly TimelineItem[];
  outline: Outline;
  /** The event that the address opens. */
  event: string | null;
  /** What is looked for, as a text. */
  filter: string;
  list: { readonly current: ListHandle | null };
};

/** Where the keyboard stands; steps answer the event that they reach. It follows the open event, and survives a change of filter by the event's name. */
export function useCursor({ items, outline, event, filter, list }: CursorOptions) {
  const [ref, setRef] = useState<string | null>(event);
  const item = useMemo(() => {
    const at = items.findIndex((line) => line.kind === "event" && outline.refs[line.index] === ref);
    return at === -1 ? null : at;
  }, [items, outline, ref]);

  useEffect(() => {
    if (event) setRef(event);
  }, [event]);
  const shown = useRef("");
  useEffect(() => {
    // A line that only moves because others arrive brings nobody back who has scrolled away from it.
    const wanted = `${ref} ${filter}`;
    if (item === null || shown.current === wanted) return;
    shown.current = wanted;
    list.current?.scrollTo(item);
  }, [item, ref, filter, list]);

  const moveTo = useCallback(
    (at: number): string | null => {
      const line = items[at];
      if (line?.kind !== "event") return null;
      const reached = outline.refs[line.index] ?? null;
      setRef(reached);
      list.current?.scrollTo(at);
      list.current?.focusEvent(line.index);
      return reached;
    },
    [items, outline, list],
  );
  const step = useCallback(
    (by: 1 | -1) => {
      let at = (item ?? (by === 1 ? -1 : items.length)) + by;
      while (items[at] && items[at]?.kind !== "event") at += by;
      return moveTo(at);
    },
    [item, items, moveTo],
  );
  const stepTurn = useCallback(
    (by: 1 | -1) => {
      let at = (item ?? 0) + (by === 1 ? 1 : -2);
      while (at >= 0 && at < items.length && items[at]?.kind !== "turn") at += by;
      return moveTo(Math.max(0, at) + 1);
    },
    [item, items, moveTo],
  );
  /** To an event of the thread, where the lines have it. */
  const goTo = useCallback(
    (index: number) => moveTo(items.findIndex((line) => line.kind === "event" && line.index === index)),
    [items, moveTo],
  );
  const line = item === null ? undefined : items[item];
  return { ref, item, index: line?.kind === "event" ? line.index : null, step, stepTurn, goTo };
}
