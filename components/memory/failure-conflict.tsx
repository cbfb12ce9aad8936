"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { fieldChanges } from "@/server/core/decisions/field-changes";
import { failureFields } from "@/server/core/failures/shown-fields";
import type { FailureVersionView } from "@/server/core/failures/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { ConflictNotice } from "./conflict-notice";

type FailureConflictProps = {
  base: Base;
  number: number;
  /** What the person saw. */
  seen: FailureVersionView;
  message: string;
  onReadAgain: () => void;
  /** Offers a way on that needs the newer version. */
  actionsFor?: (newest: FailureVersionView) => ReactNode;
};

/** A refused change of a failure, with what somebody else changed meanwhile. */
export function FailureConflict({ base, number, seen, message, onReadAgain, actionsFor }: FailureConflictProps) {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.failures.get.queryOptions({ ...base, number }), staleTime: 0, gcTime: 0 });
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
              changes: fieldChanges(failureFields(seen), failureFields(newest)),
            }
          : null
      }
      actions={isNewer ? actionsFor?.(newest) : null}
    />
  );
}
