"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../../api/trpc";
import type { SessionPlace } from "./use-timeline-rows";

/** Refs that contain the words, from the server; null while nothing is searched or the answer is not here yet. */
export function useFound(place: SessionPlace, thread: string, text: string) {
  const trpc = useTRPC();
  const words = text.trim();
  const query = useQuery({
    ...trpc.sessions.find.queryOptions({ ...place, thread, text: words || " " }),
    enabled: words !== "",
  });
  const refs = useMemo(() => (words !== "" && query.data ? new Set(query.data.refs) : null), [words, query.data]);
  const problem = query.isError
    ? "The search did not work. Change the words to try again."
    : words !== "" && query.data?.more
      ? "More than 2,000 events match; the first 2,000 are shown."
      : null;
  return { refs, problem };
}
