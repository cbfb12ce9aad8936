"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { SessionDetail } from "@/server/core/telemetry/session-views";
import { useTRPC } from "../api/trpc";
import { Notice } from "../ui/notice";
import { useLive } from "./live/live-provider";
import { useSessionScope } from "./session-scope";
import { useRefresh } from "./use-refresh";

const LOOK_AGAIN_MS = 1_500;
/** An analysis that keeps failing is no reason to ask every two seconds for ever. */
const PATIENT_AFTER_LOOKS = 40;
const LOOK_PATIENTLY_MS = 20_000;

/** Says that the analysis is behind the events, and shows its results when it has caught up. */
export function SessionLag({ lag }: { lag: SessionDetail["lag"] }) {
  const isWaiting = lag.waiting && !lag.failed;
  const { mode } = useLive();
  const isTold = mode !== "polling" && mode !== "ended";
  useCaughtUp(isWaiting && mode !== "live");
  if (lag.failed) {
    return (
      <Notice tone="warn">
        The analysis of this session failed, so its verdicts may be old or missing. The worker tries again with the next
        upload.
      </Notice>
    );
  }
  // A session that runs is behind all the time; its figures follow by themselves, and no notice comes and goes.
  if (!isWaiting || (isTold && lag.analysedAt !== null)) return null;
  return (
    <Notice tone="info" live="status">
      {lag.analysedAt === null
        ? "The analysis has not seen this session yet. Events are complete; verdicts and noise follow."
        : "The session has changed since the last analysis. Verdicts and noise follow in a moment."}
    </Notice>
  );
}

function useCaughtUp(isWaiting: boolean): void {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const refresh = useRefresh();
  const looks = useRef(0);
  const { data, dataUpdatedAt } = useQuery({
    ...trpc.sessions.get.queryOptions(place),
    enabled: isWaiting,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!state.data?.lag.waiting) return LOOK_AGAIN_MS;
      looks.current += 1;
      return looks.current > PATIENT_AFTER_LOOKS ? LOOK_PATIENTLY_MS : LOOK_AGAIN_MS;
    },
  });
  const seen = useRef(0);
  const hasCaughtUp = isWaiting && data !== undefined && !data.lag.waiting;
  useEffect(() => {
    // An answer from before the change says nothing of it.
    if (!hasCaughtUp || dataUpdatedAt === seen.current) return;
    seen.current = dataUpdatedAt;
    looks.current = 0;
    void refresh();
  }, [hasCaughtUp, dataUpdatedAt, refresh]);
}
