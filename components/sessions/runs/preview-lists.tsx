"use client";

import { type ReactNode, useState } from "react";
import type { PreviewView } from "@/server/core/runs/views";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";
import { BlockedTable, MoveTable, SummaryList } from "./move-table";

const FIRST = 8;

/** The events behind a preview: what would go, the largest first, and what a protection keeps. */
export function PreviewLists({ data: { moves, blocked, summaries } }: { data: PreviewView }) {
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
      {blocked.total > 0 ? (
        <Part title="Blocked removals" note="protected, so they stay" total={blocked.total} rows={blocked.rows}>
          {(rows) => <BlockedTable rows={rows} caption="Removals that a protection would stop" />}
        </Part>
      ) : null}
    </>
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
