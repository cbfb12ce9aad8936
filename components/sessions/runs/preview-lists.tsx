"use client";

import { type ReactNode, useState } from "react";
import type { PreviewView } from "@/server/core/runs/views";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";
import { EmptyState } from "../../ui/states";
import { BlockedTable, MoveTable, SummaryList } from "./move-table";
import { type DiffRequest, RunDiff } from "./run-diff";

const FIRST = 8;

const VIEWS = ["order", "size", "blocked"] as const;
type View = (typeof VIEWS)[number];

type PreviewListsProps = { data: PreviewView; request: DiffRequest };

/** What is behind a preview: the window before and after, the largest changes, and what a protection keeps. */
export function PreviewLists({ data, request }: PreviewListsProps) {
  const [view, setView] = useState<View>("order");
  const words: Record<View, string> = {
    order: "In order",
    size: `Largest first ${formatExact(data.moves.total)}`,
    blocked: `Blocked removals ${formatExact(data.blocked.total)}`,
  };
  return (
    <>
      <fieldset className="flex flex-wrap gap-1.5 border-t border-line px-3.5 py-2.5 md:px-4">
        <legend className="sr-only">How the changes are shown</legend>
        {VIEWS.map((name) => (
          <Button
            key={name}
            size="sm"
            variant={name === view ? "secondary" : "ghost"}
            aria-pressed={name === view}
            onClick={() => setView(name)}
          >
            {words[name]}
          </Button>
        ))}
      </fieldset>
      {view === "order" ? <RunDiff request={request} revision={data.revision} windows={data.threads} /> : null}
      {view === "size" ? <BySize data={data} /> : null}
      {view === "blocked" ? <Blocked blocked={data.blocked} /> : null}
    </>
  );
}

function BySize({ data: { moves, summaries } }: { data: PreviewView }) {
  if (moves.total === 0 && summaries.total === 0) return <EmptyState>No event would change.</EmptyState>;
  return (
    <>
      {summaries.total > 0 ? (
        <Part title="Summaries" total={summaries.total} rows={summaries.rows}>
          {(rows) => <SummaryList summaries={rows} />}
        </Part>
      ) : null}
      {moves.total > 0 ? (
        <Part title="What would change" note="the largest first" total={moves.total} rows={moves.rows}>
          {(rows) => <MoveTable moves={rows} caption="Events that the run would change" />}
        </Part>
      ) : null}
    </>
  );
}

function Blocked({ blocked }: Pick<PreviewView, "blocked">) {
  if (blocked.total === 0) return <EmptyState>No removal would be stopped: nothing protected had to go.</EmptyState>;
  return (
    <Part title="Blocked removals" note="protected, so they stay" total={blocked.total} rows={blocked.rows}>
      {(rows) => <BlockedTable rows={rows} caption="Removals that a protection would stop" />}
    </Part>
  );
}

type PartProps<Row> = {
  title: string;
  note?: string;
  total: number;
  rows: readonly Row[];
  children: (rows: readonly Row[]) => ReactNode;
};

function Part<Row>({ title, note, total, rows, children }: PartProps<Row>) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? rows : rows.slice(0, FIRST);
  return (
    <section aria-label={title} className="border-t border-line">
      <h3 className="px-3.5 pt-3 pb-1 md:px-4">
        {title}{" "}
        <span className="font-normal text-ink-3">
          {formatExact(total)}
          {note ? `, ${note}` : ""}
        </span>
      </h3>
      {children(shown)}
      {rows.length > FIRST ? (
        <p className="flex flex-wrap items-center gap-3 px-3.5 py-2 text-xs text-ink-3 md:px-4">
          <Button size="sm" variant="ghost" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? "Show fewer" : `Show ${rows.length < total ? "the first " : "all "}${formatExact(rows.length)}`}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
