"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Outline, TimelineRow } from "@/server/core/telemetry/session-views";
import { useTRPC } from "../../api/trpc";

export interface SessionPlace {
  readonly team: string;
  readonly project: string;
  readonly number: number;
}

/** Rows asked for at once: enough for two screens, small enough for an address. */
const BATCH = 120;
/** Scrolling fast passes rows that nobody reads; they are not asked for. */
const SETTLE_MS = 50;

export interface TimelineRows {
  readonly rows: ReadonlyMap<string, TimelineRow>;
  /** A sentence when rows could not be loaded; `want` tries again. */
  readonly failed: string | null;
  /** Says which events are on screen. */
  want(indices: readonly number[]): void;
}

type RowSources = {
  /** What the server drew. */
  initial: readonly TimelineRow[];
  /** What came with its details since. */
  arrived: ReadonlyMap<string, TimelineRow>;
  /** How many events of the outline are the server's own; those behind them have arrived. */
  drawn: number;
};

/** The details of the events on screen; the outline already knows where they stand and how large they are. */
export function useTimelineRows(
  place: SessionPlace,
  outline: Outline,
  { initial, arrived, drawn }: RowSources,
): TimelineRows {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [loaded, setLoaded] = useState<ReadonlyMap<string, TimelineRow>>(new Map());
  const [failed, setFailed] = useState<string | null>(null);
  const first = useMemo(() => new Map(initial.map((row) => [row.ref, row])), [initial]);
  const rows = useMemo(() => new Map([...arrived, ...first, ...loaded]), [arrived, first, loaded]);
  const asked = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const current = useRef<ReadonlySet<string>>(new Set());
  // A new page from the server: what the browser had stays on screen until it is read again.
  useEffect(() => {
    asked.current = new Set();
    current.current = new Set(initial.map((row) => row.ref));
    setLoaded((before) => new Map([...before].filter(([ref]) => !current.current.has(ref))));
  }, [initial]);

  const load = useCallback(
    async (indices: readonly number[]) => {
      const seqs = [...new Set(indices.map((index) => outline.seqs[index] ?? 0))];
      for (const index of indices) asked.current.add(index);
      try {
        const page = await queryClient.fetchQuery(
          trpc.sessions.timeline.queryOptions({ ...place, thread: outline.thread, seqs, limit: 500 }),
        );
        setFailed(null);
        setLoaded((current) => new Map([...current, ...page.rows.map((row) => [row.ref, row] as const)]));
      } catch {
        for (const index of indices) asked.current.delete(index);
        setFailed("Some events could not be loaded. Scroll a little to try again.");
      }
    },
    [outline, place, queryClient, trpc],
  );

  const want = useCallback(
    (indices: readonly number[]) => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const missing = indices.filter(
          (index) => index < drawn && !asked.current.has(index) && !current.current.has(outline.refs[index] ?? ""),
        );
        for (let at = 0; at < missing.length; at += BATCH) void load(missing.slice(at, at + BATCH));
      }, SETTLE_MS);
    },
    [load, outline, drawn],
  );
  useEffect(() => () => void (timer.current && clearTimeout(timer.current)), []);
  return { rows, failed, want };
}
