"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { bodyOf } from "@/server/core/policy/merge";
import { useTRPCClient } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { useDraft } from "./draft";

/** Typing pauses this long before a preview is made. */
const SETTLE_MS = 600;

/** What the draft would have done to the last sessions, asked anew whenever it changes and can be saved. */
export function usePreview(base: Base, sessions: number) {
  const client = useTRPCClient();
  const { policy, changes, problems, denied, saved } = useDraft();
  const wanted = denied === null && changes.length > 0 && problems.length === 0 ? JSON.stringify(bodyOf(policy)) : null;
  const body = useSettled(wanted);
  const query = useQuery({
    queryKey: ["policy.preview", base.team, base.project, saved.version, sessions, body],
    // A mutation by its method, since a body is too long for an address; it writes nothing, so it is asked like a query.
    queryFn: ({ signal }) =>
      client.policy.preview.mutate({ ...base, body: JSON.parse(body ?? "{}"), sessions }, { signal }),
    enabled: body !== null,
    placeholderData: (previous) => previous,
    staleTime: 60_000,
    retry: false,
  });
  return { ...query, isWanted: wanted !== null, isBehind: wanted !== body || query.isFetching };
}

function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
