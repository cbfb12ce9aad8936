"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { FailureStatus } from "@/server/core/failures/next-status";
import type { FailureVersionView } from "@/server/core/failures/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Dialog } from "../ui/dialog";
import { ErrorState, Skeleton } from "../ui/states";
import { TextField } from "../ui/text-field";
import { askable, likenessWords } from "./failure-words";
import { FailureChip } from "./status-chip";

type FailureMergeDialogProps = {
  base: Base;
  number: number;
  latest: FailureVersionView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChosen: (into: number) => void;
};

const SHOWN = 10;

/** Chooses the failure that stands for both; what is most like this one comes first. */
export function FailureMergeDialog(props: FailureMergeDialogProps) {
  const ref = recordRef("failure", props.number);
  return (
    <Dialog
      title={`Which failure is ${ref}, too?`}
      description={`Its occurrences go there, and ${ref} leads there from now on. It can be taken back.`}
      open={props.open}
      onOpenChange={props.onOpenChange}
    >
      <Candidates {...props} />
    </Dialog>
  );
}

type Candidate = { number: number; title: string; status: FailureStatus; occurrences: number; why: string };

function Candidates({ base, number, latest, onChosen }: FailureMergeDialogProps) {
  const [search, setSearch] = useState("");
  const text = useDeferredValue(search.trim().slice(0, 200));
  const { rows, isError, refetch } = useCandidates({ base, number, latest, text });
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        label="Find a failure"
        type="search"
        autoFocus
        placeholder="FAIL-012, or words of it"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isError ? (
        <ErrorState onRetry={refetch}>The failures could not be loaded.</ErrorState>
      ) : rows === undefined ? (
        <Skeleton lines={5} className="h-8" label="Loading failures" />
      ) : rows.length === 0 ? (
        <p className="text-ink-2">
          {text === "" ? "Nothing is like this one. Search for it by its name or words." : "No other failure matches."}
        </p>
      ) : (
        <ul className="-mx-1.5 grid grid-cols-1">
          {rows.map((row) => (
            <li key={row.number}>
              <button
                type="button"
                onClick={() => onChosen(row.number)}
                className="clip-focus flex min-h-9 w-full items-center gap-2.5 rounded-sm px-1.5 py-1 text-left hover:bg-selected pointer-coarse:min-h-11"
              >
                <span className="font-mono text-xs text-ink-3">{recordRef("failure", row.number)}</span>
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-2 [overflow-wrap:anywhere]">{row.title}</span>
                  {row.why === "" ? null : <span className="block text-2xs text-ink-3">{row.why}</span>}
                </span>
                <FailureChip status={row.status} occurrences={row.occurrences} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Asked = Pick<FailureMergeDialogProps, "base" | "number" | "latest"> & { text: string };

/** What is like the failure, until somebody searches for another one. */
function useCandidates({ base, number, latest, text }: Asked) {
  const trpc = useTRPC();
  const question = { text: latest.title, command: askable(latest.approach), error: askable(latest.description) };
  const similar = useQuery({
    ...trpc.failures.check.queryOptions({ ...base, ...question, limit: SHOWN }),
    enabled: text === "",
  });
  const found = useQuery({
    ...trpc.failures.list.queryOptions({ ...base, filter: { text }, limit: SHOWN + 1 }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
  const asked = text === "" ? similar : found;
  const all: readonly Candidate[] | undefined =
    text === ""
      ? similar.data?.failures.map((row) => ({ ...row, why: likenessWords(row) }))
      : found.data?.rows.map((row) => ({ ...row, why: "" }));
  return {
    rows: all?.filter((row) => row.number !== number).slice(0, SHOWN),
    isError: asked.isError,
    refetch: () => void asked.refetch(),
  };
}
