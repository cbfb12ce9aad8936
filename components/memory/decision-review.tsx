"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { DecisionVersionView } from "@/server/core/decisions/views";
import { useTRPC } from "../api/trpc";
import { useShortcuts } from "../shell/shortcuts/registry";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Kbd } from "../ui/chip";
import { TextArea } from "../ui/text-field";
import { DecisionConflict } from "./decision-conflict";
import { useRecordChange } from "./use-record-change";

type DecisionReviewProps = { base: Base; number: number; latest: DecisionVersionView; replaces: readonly string[] };

/** Accept or reject, with a reason if one is worth keeping. Somebody who was faster is told of, and nothing is lost. */
export function DecisionReview({ base, number, latest, replaces }: DecisionReviewProps) {
  const trpc = useTRPC();
  const { isBusy, refusal, make, readAgain } = useRecordChange();
  const [note, setNote] = useState("");
  const accept = useMutation(trpc.decisions.accept.mutationOptions());
  const reject = useMutation(trpc.decisions.reject.mutationOptions());
  const undo = useMutation(trpc.decisions.undo.mutationOptions());
  const ref = recordRef("decision", number);
  const input = { ...base, number, expectedVersion: latest.version, note };
  const takeBack = ({ version }: { version: number }) =>
    undo.mutateAsync({ ...base, number, expectedVersion: version });
  const onAccept = () =>
    make(() => accept.mutateAsync(input), `${ref} is accepted. Agents are told it from now on.`, takeBack);
  const onReject = () => make(() => reject.mutateAsync(input), `${ref} is rejected.`, takeBack);
  useShortcuts([
    { keys: "a", label: "Accept this decision", group: "This page", run: onAccept },
    { keys: "x", label: "Reject this decision", group: "This page", run: onReject },
  ]);
  return (
    <section aria-label="Review" className="grid gap-2.5 border-b border-line bg-sunken px-3.5 py-3 md:px-4">
      {refusal === null ? null : (
        <DecisionConflict {...{ base, number }} seen={latest} message={refusal} onReadAgain={readAgain} />
      )}
      {replaces.length > 0 ? <p className="text-ink-2">Accepting it supersedes {replaces.join(" and ")}.</p> : null}
      <TextArea
        label="Why (kept as the reasoning)"
        name="note"
        rows={2}
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={<Check aria-hidden />}
          loading={accept.isPending}
          onClick={() => isBusy || onAccept()}
        >
          Accept
          <span className="max-md:hidden" aria-hidden>
            <Kbd>A</Kbd>
          </span>
        </Button>
        <Button icon={<X aria-hidden />} loading={reject.isPending} onClick={() => isBusy || onReject()}>
          Reject
          <span className="max-md:hidden" aria-hidden>
            <Kbd>X</Kbd>
          </span>
        </Button>
      </div>
    </section>
  );
}
