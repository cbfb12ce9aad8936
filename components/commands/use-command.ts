"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { keepCommand, keepLastSession } from "./history";

/** Runs a phrase on a session; pages that show what it changed are brought up to date. */
export function useCommand(base: Base, session: number | null) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const mutation = useMutation(
    trpc.commands.run.mutationOptions({
      onSuccess(answer, asked) {
        // Only what was understood is offered again.
        if ("text" in asked) keepCommand(asked.text);
        if (answer.session !== null) keepLastSession(base.team, base.project, answer.session);
        if (!answer.changed) return;
        router.refresh();
        return queries.invalidateQueries();
      },
    }),
  );
  const run = (text: string) => mutation.mutate({ ...base, text, session });
  return { run, answer: mutation.data, error: mutation.error, isRunning: mutation.isPending, reset: mutation.reset };
}
