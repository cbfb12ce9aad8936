"use client";

import { useMutation } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { FailureView } from "@/server/core/failures/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Block } from "./record-parts";
import { useRecordChange } from "./use-record-change";

/** The failures that were merged into this one; each can be taken out again. */
export function FailureMerged({ base, failure }: { base: Base; failure: FailureView }) {
  const trpc = useTRPC();
  const { isBusy, refusal, make } = useRecordChange();
  const unmerge = useMutation(trpc.failures.unmerge.mutationOptions());
  if (failure.merged.length === 0) return null;
  return (
    <Block head={`Merged into it (${failure.merged.length})`}>
      {refusal === null ? null : (
        <Notice tone="danger" live="alert">
          {refusal}
        </Notice>
      )}
      <ul className="grid">
        {failure.merged.map(({ number, version, title }) => (
          <li
            key={number}
            className="flex flex-wrap items-center gap-x-2.5 border-t border-line py-1.5 first:border-t-0"
          >
            <span className="font-mono text-xs text-ink-3">{recordRef("failure", number)}</span>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</span>
            {failure.mayWrite ? (
              <Button
                size="sm"
                variant="ghost"
                icon={<Undo2 aria-hidden />}
                loading={isBusy}
                onClick={() =>
                  make(
                    () => unmerge.mutateAsync({ ...base, number, expectedVersion: version }),
                    `${recordRef("failure", number)} stands for itself again.`,
                  )
                }
              >
                Take {recordRef("failure", number)} out
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Block>
  );
}
