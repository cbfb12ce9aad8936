"use client";

import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { recordRef } from "@/server/core/decisions/record-ref";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { useRecordChange } from "./use-record-change";

/** A person looked at a decision whose review was due, and it still holds. */
export function StillHolds({ base, number, version }: { base: Base; number: number; version: number }) {
  const trpc = useTRPC();
  const { isBusy, refusal, make } = useRecordChange();
  const confirm = useMutation(trpc.decisions.confirm.mutationOptions());
  const onConfirm = () =>
    make(
      () => confirm.mutateAsync({ ...base, number, expectedVersion: version }),
      `${recordRef("decision", number)} still holds. No review is due for 90 days.`,
    );
  return (
    <>
      {refusal === null ? null : (
        <span role="alert" className="text-danger">
          {refusal}
        </span>
      )}
      <Button size="sm" icon={<Check aria-hidden />} loading={isBusy} onClick={onConfirm}>
        Still holds
      </Button>
    </>
  );
}
