"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, Combine, Replace, Split } from "lucide-react";
import type { ReactNode } from "react";
import type { DecisionFlag, FlaggedDecision } from "@/server/core/decisions/attention";
import { recordRef } from "@/server/core/decisions/record-ref";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { formatDay } from "../ui/format";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { roomHref } from "./links";
import { MarkedWords } from "./marked-words";
import { DecisionChip } from "./status-chip";
import { useRecordChange } from "./use-record-change";

type FlagPairProps = { base: Base; flag: DecisionFlag; timeZone: string; mayReview: boolean };

/** Two decisions side by side that cannot, or need not, both stand; with what can be done about it. */
export function FlagPair({ base, flag, timeZone, mayReview }: FlagPairProps) {
  return (
    <div className="grid gap-2.5">
      <ul className="grid gap-0.5 text-sm text-ink-2 [overflow-wrap:anywhere]">
        {flag.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <div className="grid gap-px border border-line bg-line sm:grid-cols-2">
        <Side base={base} decision={flag.older} words={flag.words} timeZone={timeZone} />
        <Side base={base} decision={flag.newer} words={flag.words} timeZone={timeZone} />
      </div>
      {mayReview ? <Actions base={base} flag={flag} /> : null}
    </div>
  );
}

type SideProps = { base: Base; decision: FlaggedDecision; words: readonly string[]; timeZone: string };

function Side({ base, decision, words, timeZone }: SideProps) {
  const { number, title, status, decidedOn } = decision;
  const name = recordRef("decision", number);
  return (
    <section aria-label={name} className="grid content-start gap-1 bg-surface p-2.5 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
        <Link href={roomHref(base, "decisions", {}, number)} className="font-mono">
          {name}
        </Link>
        <DecisionChip status={status} />
        {formatDay(decidedOn, timeZone)}
      </p>
      <p className="font-medium">
        <MarkedWords text={title} words={words} />
      </p>
      {decision.decision === "" ? null : (
        <p className="line-clamp-6 text-sm whitespace-pre-line">
          <MarkedWords text={decision.decision} words={words} />
        </p>
      )}
    </section>
  );
}

function Actions({ base, flag }: { base: Base; flag: DecisionFlag }) {
  const trpc = useTRPC();
  const { refusal, make, readAgain } = useRecordChange();
  const supersede = useMutation(trpc.decisions.supersede.mutationOptions());
  const merge = useMutation(trpc.decisions.merge.mutationOptions());
  const undo = useMutation(trpc.decisions.undo.mutationOptions());
  const dismiss = useMutation(trpc.decisions.dismissFlag.mutationOptions());
  const restore = useMutation(trpc.decisions.restoreFlag.mutationOptions());
  const { newer, older, kind } = flag;
  const [newRef, oldRef] = [recordRef("decision", newer.number), recordRef("decision", older.number)];
  const named = { ...base, kind, number: newer.number, other: older.number };
  const takeBack = (made: { number: number; version: number }) =>
    undo.mutateAsync({ ...base, number: made.number, expectedVersion: made.version });
  const replace = (old: FlaggedDecision, successor: FlaggedDecision, inPart: boolean) => {
    const input = { ...base, number: old.number, expectedVersion: old.version, successor: successor.number, inPart };
    const [by, of] = [recordRef("decision", successor.number), recordRef("decision", old.number)];
    make(() => supersede.mutateAsync(input), `${by} ${inPart ? "amends" : "supersedes"} ${of}.`, takeBack);
  };
  const onMerge = () => {
    const input = { ...base, number: newer.number, expectedVersion: newer.version, into: older.number };
    make(() => merge.mutateAsync(input), `${newRef} is merged into ${oldRef}.`, takeBack);
  };
  const onDismiss = () =>
    make(
      async () => ({ ...(await dismiss.mutateAsync(named)), version: 0 }),
      `${newRef} and ${oldRef} are no conflict.`,
      () => restore.mutateAsync(named),
    );
  const isOpen = newer.status === "draft" || newer.status === "proposed";
  return (
    <>
      {refusal === null ? null : (
        <Notice tone="danger" live="alert" action={<ReadAgain onClick={readAgain} />}>
          {refusal}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Act icon={<Replace aria-hidden />} onClick={() => replace(older, newer, false)}>
          {newRef} supersedes {oldRef}
        </Act>
        {isOpen ? (
          <Act icon={<Combine aria-hidden />} onClick={onMerge}>
            Merge {newRef} into {oldRef}
          </Act>
        ) : (
          <Act icon={<Replace aria-hidden />} onClick={() => replace(newer, older, false)}>
            {oldRef} supersedes {newRef}
          </Act>
        )}
        <Act icon={<Split aria-hidden />} onClick={() => replace(older, newer, true)}>
          {newRef} amends {oldRef}
        </Act>
        <Act icon={<Check aria-hidden />} onClick={onDismiss}>
          Not a conflict
        </Act>
      </div>
    </>
  );
}

function ReadAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      Read again
    </Button>
  );
}

type ActProps = { icon: ReactNode; onClick: () => void; children: ReactNode };

function Act({ icon, onClick, children }: ActProps) {
  return (
    <Button size="sm" icon={icon} onClick={onClick}>
      {children}
    </Button>
  );
}
