"use client";

import { useMutation } from "@tanstack/react-query";
import type { UndoneView } from "@/server/core/runs/views";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { useToast } from "../../ui/toast";
import { useSessionScope } from "../session-scope";
import { useRefresh } from "../use-refresh";
import { runTopic, undoneWords } from "./run-words";

export interface RunUndoer {
  undo(run: number): void;
  readonly isPending: boolean;
  /** What the last undo did; null before it. */
  readonly undone: UndoneView | null;
}

/** Takes a whole run back, as a person; says what that did, and shows the page anew. */
export function useUndoRun(): RunUndoer {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const toast = useToast();
  const refresh = useRefresh();
  const mutation = useMutation(
    trpc.prune.undo.mutationOptions({
      onSuccess: (undone) => {
        toast({ topic: runTopic(place.number, undone.runNumber), message: undoneWords(undone) });
        void refresh();
      },
      // The button may be that of a message, which has no place for a notice.
      onError: (error) => toast({ message: `Not undone. ${toShownFault(error).message}` }),
    }),
  );
  return {
    undo: (run) => mutation.mutate({ ...place, run }),
    isPending: mutation.isPending,
    undone: mutation.data ?? null,
  };
}
