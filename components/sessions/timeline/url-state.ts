"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { NAMES, readTimelineState, type TimelineState, writeTimelineState } from "./read-state";

/**
 * The state and its setter. The address changes in the browser alone, without a request: a filter of 10,000 events
 * answers at once. An opened event is a step back in the history, a filter is not.
 */
export function useTimelineState(): [TimelineState, (change: Partial<TimelineState>) => void] {
  const params = useSearchParams();
  const pathname = usePathname();
  const text = params.toString();
  const state = useMemo(() => readTimelineState(new URLSearchParams(text)), [text]);
  const change = useCallback(
    (next: Partial<TimelineState>) => {
      // The address itself is read, since two changes may come before a render.
      const query = writeTimelineState(new URLSearchParams(window.location.search), next).toString();
      const url = query === "" ? pathname : `${pathname}?${query}`;
      const opensFirst = typeof next.event === "string" && !window.location.search.includes(`${NAMES.event}=`);
      if (opensFirst) window.history.pushState(null, "", url);
      else window.history.replaceState(null, "", url);
    },
    [pathname],
  );
  return [state, change];
}
