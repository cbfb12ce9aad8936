"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { EventFilter } from "@/server/core/telemetry/event-filter";
import { useTRPC } from "../../api/trpc";
import type { SessionPlace } from "./use-timeline-rows";

type FacetsOf = { place: SessionPlace; thread: string; filter: EventFilter; text: string };

/** What can be chosen, and what matches in other threads; asked for when somebody looks. */
export function useFacets({ place, thread, filter, text }: FacetsOf, enabled: boolean) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.sessions.facets.queryOptions({ ...place, thread, filter, text: text.trim() }),
    enabled,
    placeholderData: keepPreviousData,
  });
}
