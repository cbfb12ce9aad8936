"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { Outline, TimelineRow } from "@/server/core/telemetry/session-views";
import { useTRPCClient } from "../../api/trpc";
import { useLive } from "../live/live-provider";
import { withRows } from "./add-rows";
import type { SessionPlace } from "./use-timeline-rows";

const PAGE = 500;
/** More than the page can have missed; the next analysis brings the whole thread anyway. */
const MOST_PAGES = 20;

export interface Arrivals {
  /** The server's outline, and what came since. */
  readonly outline: Outline;
  readonly rows: ReadonlyMap<string, TimelineRow>;
  /** Events that were not there when the page was opened. */
  readonly fresh: ReadonlySet<string>;
  /** They are no news any more. */
  settle(refs: ReadonlySet<string>): void;
}

/** The events of a thread as they arrive, read from behind the last one that is known. */
export function useArrivals(place: SessionPlace, drawn: Outline): Arrivals {
  const [rows, setRows] = useState<ReadonlyMap<string, TimelineRow>>(new Map());
  const outline = useMemo(() => {
    const there = new Set(drawn.refs);
    return withRows(
      drawn,
      [...rows.values()].filter(({ ref }) => !there.has(ref)),
    );
  }, [drawn, rows]);
  useReading(place, outline, (page) =>
    setRows((before) => new Map([...before, ...page.map((row) => [row.ref, row] as const)])),
  );
  return { outline, rows, ...useFresh(outline) };
}

type OnRows = (rows: readonly TimelineRow[]) => void;

/** Reads what is new whenever the page hears of events; one reading at a time, and another one after it if need be. */
function useReading(place: SessionPlace, outline: Outline, onRows: OnRows): void {
  const client = useTRPCClient();
  const { events } = useLive();
  const read = useRef(events);
  const isReading = useRef(false);
  const current = useRef({ outline, onRows, events });
  current.current = { outline, onRows, events };
  const { team, project, number } = place;
  useEffect(() => {
    if (events <= read.current || isReading.current) return;
    const readNew = async () => {
      while (read.current < current.current.events) {
        const { outline, onRows, events: upTo } = current.current;
        const ask = (after: Place | null) =>
          client.sessions.timeline.query({ team, project, number, thread: outline.thread, after, limit: PAGE });
        await readFrom(lastOf(outline), ask, onRows);
        read.current = upTo;
      }
    };
    isReading.current = true;
    // After a failure the next arrival reads from the same place, and the analysis brings the whole thread.
    readNew()
      .catch(() => {})
      .finally(() => {
        isReading.current = false;
      });
  }, [events, client, team, project, number]);
}

type Place = { readonly seq: number; readonly ref: string };
type Ask = (after: Place | null) => Promise<{ rows: readonly TimelineRow[]; next: Place | null }>;

async function readFrom(start: Place | null, ask: Ask, onRows: OnRows): Promise<void> {
  let after = start;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { rows, next } = await ask(after);
    if (rows.length > 0) onRows(rows);
    if (next === null) return;
    after = next;
  }
}

function lastOf({ seqs, refs }: Outline): Place | null {
  const [seq, ref] = [seqs.at(-1), refs.at(-1)];
  return seq === undefined || ref === undefined ? null : { seq, ref };
}

/** What an outline has that the first one had not, until it is settled. */
function useFresh({ refs }: Outline): Pick<Arrivals, "fresh" | "settle"> {
  const [old, setOld] = useState<ReadonlySet<string>>(() => new Set(refs));
  const fresh = useMemo(() => new Set(refs.filter((ref) => !old.has(ref))), [refs, old]);
  const settle = useRef((settled: ReadonlySet<string>) => setOld((before) => new Set([...before, ...settled]))).current;
  return { fresh, settle };
}
