"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectClient } from "@/server/core/connect/clients";
import { NO_FILTER } from "@/server/core/telemetry/filter";
import { useTRPC } from "../api/trpc";
import { waitMs } from "../onboarding/use-setup-progress";
import type { Base } from "../telemetry/links";

/** The newest session of a client. */
export interface LastSession {
  readonly number: number;
  readonly title: string | null;
  readonly lastEventAt: string;
}

export interface Arrival {
  readonly state: "loading" | "failed" | "waiting" | "received";
  /** The newest session, also one that was there before. */
  readonly last: LastSession | null;
  /** The server's clock at the last answer. */
  readonly asOf: string | null;
  readonly timeZone: string;
  readonly retry: () => void;
}

/**
 * Asks for the client's newest session until an event has come in since the first answer. What was there before is shown
 * and still waited beyond: somebody who connects a second machine wants to see it work. One client a mounted part.
 */
export function useArrival({ team, project }: Base, client: ConnectClient): Arrival {
  const trpc = useTRPC();
  const [before, setBefore] = useState<{ readonly iso: string | null } | null>(null);
  const query = useQuery(
    trpc.sessions.list.queryOptions(
      { team, project, filter: { ...NO_FILTER, range: "all", client: [client] }, sort: "date", limit: 1 },
      {
        refetchOnWindowFocus: "always",
        refetchInterval: ({ state }) => waitMs(state.dataUpdateCount + state.errorUpdateCount),
      },
    ),
  );
  const { data } = query;
  const last = data?.rows[0] ?? null;
  if (data && before === null) setBefore({ iso: last?.lastEventAt ?? null });
  const isNew = last !== null && before !== null && last.lastEventAt !== before.iso;
  return {
    state: data ? (isNew ? "received" : "waiting") : query.isError ? "failed" : "loading",
    last,
    asOf: data?.asOf ?? null,
    timeZone: data?.timeZone ?? "UTC",
    retry: () => void query.refetch(),
  };
}
