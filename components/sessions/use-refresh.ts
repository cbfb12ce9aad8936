"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useTRPC } from "../api/trpc";

/**
 * Reads again what the page shows: what the browser asked for, and what the server rendered. Resolves when the session's
 * own answers are new, so that a control can wait for what it changed.
 */
export function useRefresh(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(async () => {
    router.refresh();
    void queryClient.invalidateQueries();
    await queryClient.refetchQueries({ ...trpc.sessions.event.pathFilter(), type: "active" }, { cancelRefetch: false });
  }, [queryClient, router, trpc]);
}
