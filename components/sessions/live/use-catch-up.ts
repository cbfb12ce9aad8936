"use client";

import { useEffect, useRef } from "react";
import { useRefresh } from "../use-refresh";
import { type Stand, waitBeforeRefreshMs } from "./stand";

/** An agent that uploads every second is no reason to draw the page every second. */
const REFRESH_GAP_MS = 3_000;

/** Reads the page again after an analysis; the timeline takes the events themselves before that. */
export function useCatchUp({ drawn, heard, takesEvents }: { drawn: Stand; heard: Stand; takesEvents: boolean }): void {
  const refresh = useRefresh();
  const refreshedAtMs = useRef(0);
  const waitMs = waitBeforeRefreshMs(drawn, heard, takesEvents);
  // biome-ignore lint/correctness/useExhaustiveDependencies: news of the same kind ask for another look.
  useEffect(() => {
    if (waitMs === null) return;
    const gapMs = refreshedAtMs.current + REFRESH_GAP_MS - Date.now();
    const timer = setTimeout(
      () => {
        refreshedAtMs.current = Date.now();
        void refresh();
      },
      Math.max(waitMs, gapMs),
    );
    return () => clearTimeout(timer);
  }, [waitMs, heard, refresh]);
}
