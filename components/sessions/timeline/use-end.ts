"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Outline } from "@/server/core/telemetry/session-views";
import type { TimelineItem } from "./outline-items";

/** As near counts as being there. */
const NEAR_PX = 40;

type EndOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** Stands below the list: on a low screen the list is at its end, and its end is not on the screen. */
  foot: RefObject<HTMLElement | null>;
  items: readonly TimelineItem[];
  outline: Outline;
  heightOf: (item: TimelineItem) => number;
  /** The first line on screen. */
  first: number | undefined;
  /** Somebody reads an event: the list stays where it is. */
  isReading: boolean;
};

/**
 * A list that grows. Where its end is on the screen it goes along with what arrives; anywhere else every line stays where
 * the reader sees it, also when lines are put in above.
 */
export function useEnd({ scroller, foot, items, outline, heightOf, first, isReading }: EndOptions) {
  const [atEnd, setAtEnd] = useState(true);
  const wasAtEnd = useRef(true);
  const look = useCallback(() => {
    const list = scroller.current;
    if (!list) return;
    wasAtEnd.current = list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR_PX;
    setAtEnd(wasAtEnd.current);
  }, [scroller]);
  useEffect(() => {
    look();
    const list = scroller.current;
    list?.addEventListener("scroll", look, { passive: true });
    return () => list?.removeEventListener("scroll", look);
  }, [look, scroller]);

  const isFootSeen = useSeen(foot);
  const anchor = useRef<{ ref: string; topPx: number } | null>(null);
  const drawn = useRef(outline);
  useLayoutEffect(() => {
    const list = scroller.current;
    const hasGrown = drawn.current !== outline;
    drawn.current = outline;
    if (!list || !hasGrown) return;
    const mayFollow = !isReading && !list.contains(document.activeElement);
    if (wasAtEnd.current && mayFollow && isOnScreen(foot.current)) list.scrollTop = list.scrollHeight;
    else if (anchor.current) list.scrollTop += movedPx(anchor.current, items, outline, heightOf);
    look();
  }, [items, outline, heightOf, isReading, look, scroller, foot]);
  useEffect(() => {
    const at = items.findIndex((item, index) => index >= (first ?? 0) && item.kind === "event");
    const item = items[at];
    const ref = item?.kind === "event" ? outline.refs[item.index] : undefined;
    anchor.current = ref === undefined ? null : { ref, topPx: topOf(items, at, heightOf) };
  }, [items, outline, first, heightOf]);

  const toEnd = useCallback(() => {
    const list = scroller.current;
    if (list) list.scrollTop = list.scrollHeight;
    foot.current?.scrollIntoView({ block: "nearest" });
  }, [scroller, foot]);
  return { atEnd: atEnd && isFootSeen, toEnd };
}

/** On a low screen a list that went along would only move the lines that somebody reads; its end is below the screen. */
export function isOnScreen(foot: HTMLElement | null): boolean {
  return foot !== null && foot.getBoundingClientRect().top <= window.innerHeight;
}

function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}

function movedPx(
  anchor: { ref: string; topPx: number },
  items: readonly TimelineItem[],
  outline: Outline,
  heightOf: EndOptions["heightOf"],
): number {
  const at = items.findIndex((item) => item.kind === "event" && outline.refs[item.index] === anchor.ref);
  return at === -1 ? 0 : topOf(items, at, heightOf) - anchor.topPx;
}

function topOf(items: readonly TimelineItem[], at: number, heightOf: EndOptions["heightOf"]): number {
  let topPx = 0;
  for (const item of items.slice(0, at)) topPx += heightOf(item);
  return topPx;
}
