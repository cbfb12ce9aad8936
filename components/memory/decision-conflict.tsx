"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { fieldChanges } from "@/server/core/decisions/field-changes";
import { decisionFields } from "@/server/core/decisions/shown-fields";
import type { DecisionVersionView } from "@/server/core/decisions/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { ConflictNotice } from "./conflict-notice";

type DecisionConflictProps = {
  base: Base;
  number: number;
  /** What the person saw. */
  seen: DecisionVersionView;
  message: string;
  onReadAgain: () => void;
  /** Offers a way on that needs the newer version. */
  actionsFor?: (newest: DecisionVersionView) => ReactNode;
};

/** A refused change of a decision, with what somebody else changed meanwhile. */
export function DecisionConflict({ base, number, seen, message, onReadAgain, actionsFor }: DecisionConflictProps) {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.decisions.get.queryOptions({ ...base, number }), staleTime: 0, gcTime: 0 });
  const newest = data?.versions[0];
  const isNewer = newest !== undefined && newest.version > seen.version;
  return (
    <ConflictNotice
      message={message}
      onReadAgain={onReadAgain}
      newer={
        isNewer
          ? {
              version: newest.version,
              author: newest.author.name,
              changes: fieldChanges(decisionFields(seen), decisionFields(newest)),
            }
          : null
      }
      actions={isNewer ? actionsFor?.(newest) : null}
    />
  );
}
