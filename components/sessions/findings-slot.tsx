"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../api/trpc";
import { SessionFindings } from "../memory/session-findings";
import type { Base } from "../telemetry/links";
import { Sheet } from "../ui/sheet";
import { ErrorState, Skeleton } from "../ui/states";

export type FindingsSlotProps = { base: Base; number: number };

/**
 * Where a session's drafts of decisions, its failures and its handoff note stand. It stands below the timeline, so it is
 * asked for after the page is there.
 */
export function FindingsSlot({ base, number }: FindingsSlotProps) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.memory.ofSession.queryOptions({ ...base, number }));
  return (
    <div className="mt-4 min-h-40">
      {data ? (
        <SessionFindings {...base} sessionNumber={number} findings={data} />
      ) : (
        <Sheet>
          {error ? (
            <ErrorState onRetry={() => void refetch()}>The findings of this session could not be read.</ErrorState>
          ) : (
            <Skeleton lines={6} className="p-4" label="Loading decisions, failures and the handoff note" />
          )}
        </Sheet>
      )}
    </div>
  );
}
