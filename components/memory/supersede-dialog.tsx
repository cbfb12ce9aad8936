"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import { mayBeEdited } from "@/server/core/decisions/transitions";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Dialog } from "../ui/dialog";
import { ErrorState, Skeleton } from "../ui/states";
import { TextField } from "../ui/text-field";
import { DecisionChip } from "./status-chip";

type SupersedeDialogProps = {
  base: Base;
  number: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChosen: (successor: number) => void;
};

const SHOWN = 12;

/** Chooses the decision that replaces this one. */
export function SupersedeDialog({ base, number, open, onOpenChange, onChosen }: SupersedeDialogProps) {
  const ref = recordRef("decision", number);
  return (
    <Dialog
      title={`What replaces ${ref}?`}
      description="It takes effect when the successor is accepted, and at once if it is already."
      open={open}
      onOpenChange={onOpenChange}
    >
      <Candidates base={base} number={number} onChosen={onChosen} />
    </Dialog>
  );
}

function Candidates({ base, number, onChosen }: Pick<SupersedeDialogProps, "base" | "number" | "onChosen">) {
  const trpc = useTRPC();
  const [search, setSearch] = useState("");
  const text = useDeferredValue(search.trim().slice(0, 200));
  const found = useQuery({
    ...trpc.decisions.list.queryOptions({ ...base, filter: { text }, limit: SHOWN * 2 }),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.rows.filter((row) => row.number !== number && mayBeEdited(row.status)).slice(0, SHOWN);
  return (
    <div className="grid gap-2">
      <TextField
        label="Find a decision"
        type="search"
        placeholder="DEC-041, or words of it"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.isError ? (
        <ErrorState onRetry={() => void found.refetch()}>The decisions could not be loaded.</ErrorState>
      ) : rows === undefined ? (
        <Skeleton lines={5} className="h-8" label="Loading decisions" />
      ) : rows.length === 0 ? (
        <p className="text-ink-2">No other open or accepted decision matches. Record the new one first.</p>
      ) : (
        <ul className="-mx-1.5 grid">
          {rows.map((row) => (
            <li key={row.number}>
              <button
                type="button"
                onClick={() => onChosen(row.number)}
                className="clip-focus flex min-h-9 w-full items-center gap-2.5 rounded-sm px-1.5 text-left hover:bg-selected pointer-coarse:min-h-11"
              >
                <span className="font-mono text-xs text-ink-3">{recordRef("decision", row.number)}</span>
                <span className="min-w-0 flex-1 truncate">{row.title}</span>
                <DecisionChip status={row.status} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
