"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReviewQueue as Queue, QueuedDraft } from "@/server/core/decisions/attention";
import { recordRef } from "@/server/core/decisions/record-ref";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { formatExact } from "../ui/format";
import { Progress } from "../ui/progress";
import { EmptyState, ErrorState } from "../ui/states";
import { DecisionConflict } from "./decision-conflict";
import { roomHref } from "./links";
import { QueuedDraftView } from "./queued-draft";
import { ReviewActions } from "./review-actions";
import { type ChangedRecord, useRecordChange } from "./use-record-change";

type ReviewQueueProps = { base: Base; initial: Queue };

/** One draft after the other, with its evidence: accepted, edited, merged or dismissed, each of it taken back by Undo. */
export function ReviewQueue({ base, initial }: ReviewQueueProps) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const { isBusy, refusal, make, readAgain } = useRecordChange();
  const [done, setDone] = useState(0);
  /** Drafts up to this number were passed over. */
  const [passed, setPassed] = useState<number | null>(null);
  const queue = useQuery({
    ...trpc.decisions.queue.queryOptions({ ...base, cursor: passed }),
    ...(passed === null ? { initialData: initial } : {}),
    placeholderData: keepPreviousData,
  });
  const accept = useMutation(trpc.decisions.accept.mutationOptions());
  const reject = useMutation(trpc.decisions.reject.mutationOptions());
  const merge = useMutation(trpc.decisions.merge.mutationOptions());
  const undo = useMutation(trpc.decisions.undo.mutationOptions());
  const refetch = () => client.invalidateQueries(trpc.decisions.queue.queryFilter());

  const settle = (change: () => Promise<ChangedRecord>, said: string) =>
    make(
      async () => {
        const made = await change();
        setDone((count) => count + 1);
        await refetch();
        return made;
      },
      said,
      async ({ number, version }) => {
        await undo.mutateAsync({ ...base, number, expectedVersion: version });
        setDone((count) => Math.max(0, count - 1));
        setPassed(null);
        await refetch();
      },
    );

  if (queue.isError) {
    return <ErrorState onRetry={() => void queue.refetch()}>The drafts could not be loaded.</ErrorState>;
  }
  const { total, rows, mayReview, timeZone } = queue.data ?? initial;
  const draft = rows[0];
  const head = <Head done={done} total={total} />;
  if (!draft) {
    return (
      <>
        {done > 0 ? head : null}
        <Nothing base={base} left={total} onAgain={() => setPassed(null)} />
      </>
    );
  }
  const ref = recordRef("decision", draft.number);
  const input = { ...base, number: draft.number, expectedVersion: draft.latest.version };
  return (
    <>
      {head}
      {refusal === null ? null : (
        <DecisionConflict
          {...{ base, number: draft.number }}
          seen={draft.latest}
          message={refusal}
          onReadAgain={() => {
            readAgain();
            void refetch();
          }}
        />
      )}
      <QueuedDraftView key={`${draft.number} ${draft.latest.version}`} {...{ base, draft, timeZone }} />
      {mayReview ? (
        <ReviewActions
          base={base}
          number={draft.number}
          isBusy={isBusy || queue.isPlaceholderData}
          onAccept={() =>
            settle(() => accept.mutateAsync(input), `${ref} is accepted. Agents are told it from now on.`)
          }
          onDismiss={() => settle(() => reject.mutateAsync({ ...input, note: "dismissed" }), dismissedWords(draft))}
          onMerge={(into) =>
            settle(() => merge.mutateAsync({ ...input, into }), `${ref} is merged into ${recordRef("decision", into)}.`)
          }
          onPass={() => setPassed(draft.number)}
        />
      ) : null}
    </>
  );
}

function dismissedWords({ number, alike }: QueuedDraft): string {
  const others = alike.length === 0 ? "" : ` and ${formatExact(alike.length)} equal to it`;
  return `${recordRef("decision", number)}${others} dismissed.`;
}

function Head({ done, total }: { done: number; total: number }) {
  const words = `${formatExact(done)} reviewed, ${formatExact(total)} left`;
  return (
    <div className="grid gap-1.5 border-b border-line px-3.5 py-2.5 md:px-4">
      <p className="text-xs text-ink-3" aria-live="polite">
        {words}
      </p>
      <Progress label="Drafts reviewed" value={done} max={done + total} valueText={words} />
    </div>
  );
}

function Nothing({ base, left, onAgain }: { base: Base; left: number; onAgain: () => void }) {
  const action =
    left > 0 ? (
      <Button onClick={onAgain}>Begin again</Button>
    ) : (
      <Button href={roomHref(base, "decisions")}>All decisions</Button>
    );
  return (
    <EmptyState action={action}>
      {left > 0
        ? `You passed over ${left === 1 ? "one draft" : `${formatExact(left)} drafts`}.`
        : "Every draft is reviewed. New ones come with the next sessions."}
    </EmptyState>
  );
}
