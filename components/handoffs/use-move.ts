"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { recordRef } from "@/server/core/decisions/record-ref";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { useToast } from "../ui/toast";

type Move = "claim" | "release" | "acknowledge" | "reopen";

const DONE: Readonly<Record<Move, string>> = {
  claim: "is yours",
  release: "is free again",
  acknowledge: "is acknowledged",
  reopen: "is open again",
};

const UNDO: Readonly<Record<Move, Move>> = {
  claim: "release",
  release: "claim",
  acknowledge: "reopen",
  reopen: "acknowledge",
};

/** Moves a note on and says so, with Undo; an undone move says nothing more than what the page shows. */
export function useMove(base: Base, number: number) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const mutation = useMutation(trpc.handoffs.move.mutationOptions({ onSuccess: () => router.refresh() }));
  const move = (name: Move, { canUndo = true } = {}) =>
    mutation.mutate(
      { ...base, number, move: name },
      {
        onSuccess: () =>
          toast({
            message: `${recordRef("handoff", number)} ${DONE[name]}.`,
            ...(canUndo && { undo: () => mutation.mutate({ ...base, number, move: UNDO[name] }) }),
          }),
      },
    );
  return { move, error: mutation.error, moving: mutation.isPending ? mutation.variables.move : null };
}
