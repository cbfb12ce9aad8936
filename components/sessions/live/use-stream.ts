"use client";

import { useSubscription } from "@trpc/tanstack-react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { LiveMessage } from "@/server/core/telemetry/live";
import { useTRPC } from "../../api/trpc";
import type { SessionPlace } from "../timeline/use-timeline-rows";

/**
 * `live`: told as it happens. `polling`: the stream does not come through, so the page asks every 10 s. `ended`: this
 * person may not read the session any more, or it is gone.
 */
export type LiveMode = "connecting" | "live" | "reconnecting" | "polling" | "ended";

/** A proxy that holds a stream back says nothing of it; after so long the page helps itself. */
const PATIENCE_MS = 6_000;
/** A stream that was refused may come through later. */
const TRY_AGAIN_MS = 30_000;
const FINAL: ReadonlySet<string> = new Set(["NOT_FOUND", "FORBIDDEN", "UNAUTHORIZED"]);

type Stream = {
  mode: LiveMode;
  /** What the server said; null when it said nothing. */
  problem: string | null;
};

/** The messages of a session while the tab is in front, each once; what was missed meanwhile comes when it is again. */
export function useStream(place: SessionPlace, visible: boolean, onMessage: (message: LiveMessage) => void): Stream {
  const trpc = useTRPC();
  const lastId = useRef<string | undefined>(undefined);
  const [since, setSince] = useState<string | undefined>(undefined);
  const [wasLive, setWasLive] = useState(false);
  const [isLate, setIsLate] = useState(false);
  const heard = useRef(onMessage);
  heard.current = onMessage;

  const onData = useCallback(({ id, data }: { id: string; data: LiveMessage }) => {
    lastId.current = id;
    heard.current(data);
  }, []);
  const { status, error, reset } = useSubscription(
    trpc.sessions.live.subscriptionOptions(
      { ...place, ...(since !== undefined && { lastEventId: since }) },
      { enabled: visible, onData },
    ),
  );
  const isOpen = status === "pending";
  const isOver = error !== null && FINAL.has(error.data?.code ?? "");

  useEffect(() => {
    if (!visible) setSince(lastId.current);
  }, [visible]);
  useEffect(() => {
    if (isOpen) {
      setWasLive(true);
      setIsLate(false);
      return;
    }
    if (!visible) return;
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOpen, visible]);
  useEffect(() => {
    if (status !== "error" || isOver) return;
    const timer = setTimeout(reset, TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [status, isOver, reset]);

  return { mode: modeOf({ isOver, isOpen, isLate, wasLive }), problem: error?.data ? error.message : null };
}

type Facts = { isOver: boolean; isOpen: boolean; isLate: boolean; wasLive: boolean };

function modeOf({ isOver, isOpen, isLate, wasLive }: Facts): LiveMode {
  if (isOver) return "ended";
  if (isOpen) return "live";
  if (isLate) return "polling";
  return wasLive ? "reconnecting" : "connecting";
}
