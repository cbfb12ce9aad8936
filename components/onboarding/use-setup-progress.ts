"use client";

import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { SetupProgress } from "@/server/core/setup/progress";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
const GROWTH = 1.15;

/** Two seconds at first, later half a minute: somebody who left the page open overnight costs next to nothing. */
export function waitMs(asked: number): number {
  return Math.min(LONGEST_WAIT_MS, Math.round(FIRST_WAIT_MS * GROWTH ** asked));
}

const never = () => () => {};

/** Whether this part of the page runs in the browser already and no longer repeats what the server drew. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * How far the project has come; asks again until there is a chart. Undefined until the first answer. A part of the page
 * that streams in after the frame finds the frame's answer kept already, which the server's picture of it did not have.
 */
export function useSetupProgress(base: Base, initial?: SetupProgress): SetupProgress | undefined {
  const trpc = useTRPC();
  const { team, project } = base;
  const isHydrated = useIsHydrated();
  const { data } = useQuery(
    trpc.setup.progress.queryOptions(
      { team, project },
      {
        ...(initial ? { initialData: initial } : {}),
        refetchOnWindowFocus: "always",
        refetchInterval: ({ state }) =>
          state.data && state.data.analysed > 0 ? false : waitMs(state.dataUpdateCount + state.errorUpdateCount),
      },
    ),
  );
  return isHydrated || initial ? data : undefined;
}
