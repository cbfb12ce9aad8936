"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { RelatedDecision } from "@/server/core/decisions/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { ErrorState, Skeleton } from "../ui/states";
import { TextField } from "../ui/text-field";
import { DecisionChip } from "./status-chip";

type DecisionPickerProps = {
  base: Base;
  /** The decision for which another one is chosen. */
  number: number;
  /** Which of the others can be chosen. */
  isOffered: (status: RelatedDecision["status"]) => boolean;
  none: string;
  onChosen: (number: number) => void;
};

const SHOWN = 12;

/** Chooses another decision: those that say something like it come first, any other one is found by its words. */
export function DecisionPicker({ base, number, isOffered, none, onChosen }: DecisionPickerProps) {
  const trpc = useTRPC();
  const [search, setSearch] = useState("");
  const text = useDeferredValue(search.trim().slice(0, 200));
  const likely = useQuery(trpc.decisions.similar.queryOptions({ ...base, number }));
  const found = useQuery({
    ...trpc.decisions.list.queryOptions({ ...base, filter: { text }, limit: SHOWN * 2 }),
    placeholderData: keepPreviousData,
  });
  const first = text === "" ? (likely.data ?? []).filter(({ status }) => isOffered(status)) : [];
  const known = new Set([number, ...first.map((one) => one.number)]);
  const rest = found.data?.rows.filter((row) => !known.has(row.number) && isOffered(row.status)).slice(0, SHOWN);
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        label="Find a decision"
        type="search"
        autoFocus
        placeholder="DEC-041, or words of it"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.isError ? (
        <ErrorState onRetry={() => void found.refetch()}>The decisions could not be loaded.</ErrorState>
      ) : rest === undefined || likely.isPending ? (
        <Skeleton lines={5} className="h-8" label="Loading decisions" />
      ) : (
        <Found {...{ first, rest, none, onChosen }} />
      )}
    </div>
  );
}

type FoundProps = Pick<DecisionPickerProps, "none" | "onChosen"> & {
  first: readonly RelatedDecision[];
  rest: readonly RelatedDecision[];
};

function Found({ first, rest, none, onChosen }: FoundProps) {
  if (first.length + rest.length === 0) return <p className="text-ink-2">{none}</p>;
  const isSplit = first.length > 0;
  return (
    <>
      <Choices head={isSplit ? "Likely" : null} decisions={first} onChosen={onChosen} />
      <Choices head={isSplit ? "All others" : null} decisions={rest} onChosen={onChosen} />
    </>
  );
}

type ChoicesProps = { head: ReactNode; decisions: readonly RelatedDecision[]; onChosen: (number: number) => void };

function Choices({ head, decisions, onChosen }: ChoicesProps) {
  if (decisions.length === 0) return null;
  return (
    <section>
      {head === null ? null : <h3 className="text-xs text-ink-3">{head}</h3>}
      <ul className="-mx-1.5 grid grid-cols-1">
        {decisions.map(({ number, title, status }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onChosen(number)}
              className="clip-focus flex min-h-9 w-full items-center gap-2.5 rounded-sm px-1.5 text-left hover:bg-selected pointer-coarse:min-h-11"
            >
              <span className="font-mono text-xs text-ink-3">{recordRef("decision", number)}</span>
              <span className="min-w-0 flex-1 truncate">{title}</span>
              <DecisionChip status={status} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
