"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useTRPC } from "../../api/trpc";
import { useSessionScope } from "../session-scope";
import { useRefresh } from "../use-refresh";
import { type Stand, waitBeforeRefreshMs } from "./stand";
import type { LiveMode } from "./use-stream";

/** An agent that uploads every second is no reason to draw the page every second. */
const REFRESH_GAP_MS = 3_000;

type CatchUp = { drawn: Stand; heard: Stand; takesEvents: boolean; mode: LiveMode };

/**
 * Reads the page again after an analysis; the timeline takes the events themselves before that. Only while the server
 * is there: Next replaces a page that it cannot read again by a full navigation, which ends on the browser's own page of
 * errors.
 */
export function useCatchUp({ drawn, heard, takesEvents, mode }: CatchUp): void {
  const refresh = useRefresh();
  const isThere = useIsThere(mode);
  const refreshedAtMs = useRef(0);
  const waitMs = waitBeforeRefreshMs(drawn, heard, takesEvents);
  // biome-ignore lint/correctness/useExhaustiveDependencies: news of the same kind ask for another look.
  useEffect(() => {
    if (waitMs === null) return;
    let isOver = false;
    const look = async () => {
      if (!(await isThere()) || isOver) return;
      refreshedAtMs.current = Date.now();
      await refresh();
    };
    const gapMs = refreshedAtMs.current + REFRESH_GAP_MS - Date.now();
    const timer = setTimeout(() => void look(), Math.max(waitMs, gapMs));
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [waitMs, heard, refresh, isThere]);
}

/** An open stream is proof enough, a broken one comes back as another mode; where there is none, an answer is the proof. */
function useIsThere(mode: LiveMode): () => Promise<boolean> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { place } = useSessionScope();
  return useCallback(async () => {
    if (mode !== "polling") return mode === "live";
    const asked = queryClient.fetchQuery({ ...trpc.sessions.get.queryOptions(place), staleTime: 0, retry: false });
    return asked.then(
      () => true,
      () => false,
    );
  }, [mode, trpc, queryClient, place]);
}
