"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, Merge, Pencil, RotateCcw } from "lucide-react";
import { useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { FailureVersionView } from "@/server/core/failures/views";
import { useTRPC } from "../api/trpc";
import { useShortcuts } from "../shell/shortcuts/registry";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { TextArea } from "../ui/text-field";
import { FailureConflict } from "./failure-conflict";
import { FailureMergeDialog } from "./failure-merge-dialog";
import { roomHref } from "./links";
import { useRecordChange } from "./use-record-change";

type FailureActionsProps = { base: Base; number: number; latest: FailureVersionView };

/** A person says that it is put right, and how; or that it is not, after all. */
export function FailureActions({ base, number, latest }: FailureActionsProps) {
  const trpc = useTRPC();
  const { isBusy, refusal, make, readAgain } = useRecordChange();
  const [isOpen, setIsOpen] = useState(false);
  const [isMerging, setIsMerging] = useState(false);
  const merge = useMutation(trpc.failures.merge.mutationOptions());
  const unmerge = useMutation(trpc.failures.unmerge.mutationOptions());
  const reopen = useMutation(trpc.failures.reopen.mutationOptions());
  const undo = useMutation(trpc.failures.undo.mutationOptions());
  const resolve = useMutation(trpc.failures.resolve.mutationOptions());
  const ref = recordRef("failure", number);
  const input = { ...base, number, expectedVersion: latest.version };
  const takeBack = ({ version }: { version: number }) =>
    undo.mutateAsync({ ...base, number, expectedVersion: version });
  const isActive = latest.status === "active";
  const onResolve = (told: { rootCause: string; fix: string }) =>
    make(
      async () => {
        const made = await resolve.mutateAsync({ ...input, ...told });
        setIsOpen(false);
        return made;
      },
      `${ref} is resolved. It opens again by itself when it recurs.`,
      takeBack,
    );
  const onMerge = (into: number) => {
    setIsMerging(false);
    make(
      () => merge.mutateAsync({ ...input, into }),
      `${ref} is merged into ${recordRef("failure", into)}.`,
      ({ version }) => unmerge.mutateAsync({ ...base, number, expectedVersion: version }),
    );
  };
  const onReopen = () => make(() => reopen.mutateAsync(input), `${ref} is open again.`, takeBack);
  useShortcuts([
    {
      keys: "r",
      label: isActive ? "Mark this failure resolved" : "Reopen this failure",
      group: "This page",
      run: () => (isActive ? setIsOpen(true) : onReopen()),
    },
  ]);
  return (
    <section aria-label="Actions" className="grid gap-2.5 border-b border-line bg-sunken px-3.5 py-3 md:px-4">
      {refusal === null ? null : (
        <FailureConflict {...{ base, number }} seen={latest} message={refusal} onReadAgain={readAgain} />
      )}
      {isOpen && isActive ? (
        <ResolveForm latest={latest} isBusy={isBusy} onResolve={onResolve} onCancel={() => setIsOpen(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {isActive ? (
            <Button size="sm" icon={<Check aria-hidden />} onClick={() => setIsOpen(true)}>
              Mark resolved
            </Button>
          ) : (
            <Button size="sm" icon={<RotateCcw aria-hidden />} loading={reopen.isPending} onClick={onReopen}>
              Reopen
            </Button>
          )}
          <Button size="sm" icon={<Pencil aria-hidden />} href={`${roomHref(base, "failures", {}, number)}/edit`}>
            {latest.fix === "" && isActive ? "Write the cause or the fix" : "Edit"}
          </Button>
          <Button size="sm" icon={<Merge aria-hidden />} loading={merge.isPending} onClick={() => setIsMerging(true)}>
            Merge into…
          </Button>
          <FailureMergeDialog
            {...{ base, number, latest }}
            open={isMerging}
            onOpenChange={setIsMerging}
            onChosen={onMerge}
          />
        </div>
      )}
    </section>
  );
}

type ResolveFormProps = {
  latest: FailureVersionView;
  isBusy: boolean;
  onResolve: (told: { rootCause: string; fix: string }) => void;
  onCancel: () => void;
};

function ResolveForm({ latest, isBusy, onResolve, onCancel }: ResolveFormProps) {
  const [rootCause, setRootCause] = useState(latest.rootCause);
  const [fix, setFix] = useState(latest.fix);
  return (
    <>
      <TextArea
        label="Root cause"
        name="rootCause"
        rows={2}
        maxLength={4000}
        autoFocus
        value={rootCause}
        onChange={(event) => setRootCause(event.target.value)}
      />
      <TextArea
        label="What put it right"
        name="fix"
        hint="Agents hear this when they are about to try the same."
        rows={2}
        maxLength={4000}
        value={fix}
        onChange={(event) => setFix(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          icon={<Check aria-hidden />}
          loading={isBusy}
          onClick={() => onResolve({ rootCause, fix })}
        >
          Mark resolved
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Keep active
        </Button>
      </div>
    </>
  );
}
