"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import type { LiveMessage } from "@/server/core/telemetry/live";
import { useTRPC } from "../../api/trpc";
import { useSessionScope } from "../session-scope";
import { newer, type Stand } from "./stand";
import { useCatchUp } from "./use-catch-up";
import { type LiveMode, useStream } from "./use-stream";
import { useVisible } from "./use-visible";

const POLL_EVERY_MS = 10_000;

type Advice = Extract<LiveMessage, { kind: "advice" }>;

type Live = {
  mode: LiveMode;
  /** Why it is not live; null while it is. */
  problem: string | null;
  /** Events of the session that the page has heard of; it may show fewer for a moment. */
  events: number;
  advice: Advice | null;
  dismissAdvice: () => void;
};

const LiveContext = createContext<Live | null>(null);

/** What happens in the session while its page is open. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("useLive needs a LiveProvider above it; the session screen has one.");
  return live;
}

type LiveProviderProps = {
  /** What the server has drawn: all events of the session, and the last analysis. */
  events: number;
  analysedAt: string | null;
  /** Without a thread there is no timeline that could take events one by one. */
  hasThread: boolean;
  children: ReactNode;
};

/** Keeps a session's page up to date: by a stream, else by asking, and not at all while the tab is hidden. */
export function LiveProvider({ events, analysedAt, hasThread, children }: LiveProviderProps) {
  const { place } = useSessionScope();
  const visible = useVisible();
  const [heard, setHeard] = useState<Stand>({ events, analysedAt });
  const [advice, setAdvice] = useState<Advice | null>(null);
  const hear = useCallback((next: Partial<Stand>) => setHeard((before) => newer(before, next)), []);
  const onMessage = useCallback(
    (message: LiveMessage) => {
      if (message.kind === "advice") setAdvice(message);
      else hear(message);
    },
    [hear],
  );
  const { mode, problem } = useStream(place, visible, onMessage);
  usePolling(mode === "polling" && visible, hear);
  useCatchUp({ drawn: { events, analysedAt }, heard, takesEvents: hasThread, mode });

  const dismissAdvice = useCallback(() => setAdvice(null), []);
  const known = Math.max(events, heard.events);
  const live = useMemo(
    () => ({ mode, problem, events: known, advice, dismissAdvice }),
    [mode, problem, known, advice, dismissAdvice],
  );
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}

function usePolling(enabled: boolean, hear: (next: Stand) => void): void {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const { data } = useQuery({
    ...trpc.sessions.get.queryOptions(place),
    enabled,
    staleTime: 0,
    refetchInterval: POLL_EVERY_MS,
  });
  useEffect(() => {
    if (enabled && data) hear({ events: data.totals.events, analysedAt: data.lag.analysedAt });
  }, [enabled, data, hear]);
}
