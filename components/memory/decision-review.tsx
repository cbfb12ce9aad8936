"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { TextArea } from "../ui/text-field";
import { useToast } from "../ui/toast";

type DecisionReviewProps = { base: Base; number: number; version: number; mayReview: boolean; isDraft: boolean };

/** Accept or reject, with a reason if one is worth keeping. Somebody who was faster is told of, and nothing is lost. */
export function DecisionReview({ base, number, version, mayReview, isDraft }: DecisionReviewProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const [note, setNote] = useState("");
  const ref = recordRef("decision", number);
  const settled = (word: string) => () => {
    toast({ message: `${ref} is ${word}.` });
    router.refresh();
  };
  const accept = useMutation(trpc.decisions.accept.mutationOptions({ onSuccess: settled("accepted") }));
  const reject = useMutation(trpc.decisions.reject.mutationOptions({ onSuccess: settled("rejected") }));
  const readAgain = () => {
    accept.reset();
    reject.reset();
    router.refresh();
  };
  const error = accept.error ?? reject.error;
  const isBusy = accept.isPending || reject.isPending;
  const denied = mayReview ? null : "Only members review decisions. Ask an owner for the role.";
  const input = { ...base, number, expectedVersion: version, note };
  return (
    <section aria-label="Review" className="grid gap-2.5 border-b border-line bg-sunken px-3.5 py-3 md:px-4">
      {error ? (
        <Notice
          tone="danger"
          live="alert"
          action={
            <Button size="sm" onClick={readAgain}>
              Read again
            </Button>
          }
        >
          {toShownFault(error).message}
        </Notice>
      ) : null}
      <p className="text-ink-2">
        {isDraft
          ? "Found in a session and reviewed by nobody yet. Agents are not told drafts."
          : "Proposed and not decided yet."}
      </p>
      {mayReview ? (
        <TextArea
          label="Why (kept as the reasoning)"
          name="note"
          rows={2}
          maxLength={4000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={<Check aria-hidden />}
          loading={accept.isPending}
          disabledReason={denied}
          onClick={() => isBusy || accept.mutate(input)}
        >
          Accept
        </Button>
        <Button
          icon={<X aria-hidden />}
          loading={reject.isPending}
          disabledReason={denied}
          onClick={() => isBusy || reject.mutate(input)}
        >
          Reject
        </Button>
      </div>
    </section>
  );
}
