"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPCClient } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { useToast } from "../../ui/toast";
import { useSessionScope } from "../session-scope";
import type { SessionPlace } from "../timeline/use-timeline-rows";
import { useRefresh } from "../use-refresh";
import { type Refusal, refusalOf, type Standing } from "./standing";

/** One thing that a person does to an event. `prior` is what Undo brings back. */
export type EventChange =
  | {
      readonly kind: "archive";
      readonly ref: string;
      readonly retained: string | null;
      readonly prior: Standing;
      readonly force?: boolean;
    }
  | { readonly kind: "restore"; readonly ref: string; readonly prior: Standing }
  | {
      readonly kind: "pin";
      readonly ref: string;
      readonly reason: string;
      readonly until: string | null;
      /** Another pin held it before: then taking this one back would take off that one, too. */
      readonly wasPinned: boolean;
    }
  | { readonly kind: "unpin"; readonly ref: string }
  /** Takes an unpin back: the same pins hold again. */
  | { readonly kind: "repin"; readonly ref: string }
  | { readonly kind: "acknowledge"; readonly ref: string };

type Client = ReturnType<typeof useTRPCClient>;
/** What every operation answers alike. */
type Answer = Pick<Awaited<ReturnType<Client["context"]["archive"]["mutate"]>>, "status" | "message" | "rejected">;

function send({ context }: Client, place: SessionPlace, change: EventChange): Promise<Answer> {
  const refs = [change.ref];
  switch (change.kind) {
    case "archive": {
      const target = { ref: change.ref, ...(change.retained === null ? {} : { retained: change.retained }) };
      return context.archive.mutate({ ...place, targets: [target], force: change.force ?? false });
    }
    case "restore":
      return context.restore.mutate({ ...place, refs });
    case "pin":
      return context.pin.mutate({ ...place, refs, reason: change.reason, until: change.until });
    case "unpin":
      return context.unpin.mutate({ ...place, refs });
    case "repin":
      return context.repin.mutate({ ...place, refs });
    case "acknowledge":
      return context.ack.mutate({ ...place, refs });
  }
}

function doneWords(change: EventChange): string {
  switch (change.kind) {
    case "archive":
      return change.retained === null ? "Archived: only its marker stays." : "Archived with its kept meaning.";
    case "restore":
      return "Restored in full.";
    case "pin":
      return "Pinned: no run takes it out.";
    case "unpin":
      return "The pins are off.";
    case "repin":
      return "The pins are back.";
    case "acknowledge":
      return "Acknowledged.";
  }
}

/** What takes a change back, step by step; an acknowledgement says that something was read, which stays true. */
function undoOf(change: EventChange): EventChange[] {
  const { ref } = change;
  if (change.kind === "unpin") return [{ kind: "repin", ref }];
  if (change.kind === "pin") return change.wasPinned ? [] : [{ kind: "unpin", ref }];
  return change.kind === "archive" || change.kind === "restore" ? residencyUndo(change) : [];
}

function residencyUndo({
  kind,
  ref,
  prior,
}: Extract<EventChange, { kind: "archive" } | { kind: "restore" }>): EventChange[] {
  const now: Standing = { residency: "full", retained: null };
  // It was so a moment ago, so no protection is asked about it again.
  const back: EventChange[] =
    prior.residency === "full" ? [] : [{ kind: "archive", ref, retained: prior.retained, prior: now, force: true }];
  return kind === "archive" ? [{ kind: "restore", ref, prior: now }, ...back] : back;
}

export interface EventChanger {
  /** Does it, says so, and shows the page anew; a refusal stays in `refusal`. */
  change(change: EventChange): void;
  readonly pending: EventChange["kind"] | null;
  readonly refusal: (Refusal & { readonly of: EventChange }) | null;
  forget(): void;
}

/** Archive, restore, pin, unpin and acknowledge, as a person; with Undo where there is one. */
export function useEventChange(onDone?: (change: EventChange) => void): EventChanger {
  const api = useTRPCClient();
  const { place } = useSessionScope();
  const toast = useToast();
  const refresh = useRefresh();
  const [refusal, setRefusal] = useState<EventChanger["refusal"]>(null);
  const undo = async (steps: readonly EventChange[]) => {
    try {
      for (const step of steps) {
        const answer = await send(api, place, step);
        if (answer.status !== "ok") return toast({ message: `Not undone. ${refusalOf(answer).message}` });
      }
      toast({ message: "Undone." });
    } catch (error) {
      toast({ message: `Not undone. ${toShownFault(error).message}` });
    } finally {
      void refresh();
    }
  };
  const mutation = useMutation({
    mutationFn: (change: EventChange) => send(api, place, change),
    onMutate: () => setRefusal(null),
    onSuccess: async (answer, change) => {
      if (answer.status !== "ok") return setRefusal({ ...refusalOf(answer), of: change });
      const steps = undoOf(change);
      toast({ message: doneWords(change), ...(steps.length > 0 ? { undo: () => undo(steps) } : {}) });
      onDone?.(change);
      await refresh();
    },
    onError: (error, change) => setRefusal({ message: toShownFault(error).message, mayForce: false, of: change }),
  });
  return {
    change: (next) => mutation.mutate(next),
    pending: mutation.isPending ? mutation.variables.kind : null,
    refusal,
    forget: () => setRefusal(null),
  };
}
