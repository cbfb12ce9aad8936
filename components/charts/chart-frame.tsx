import type { ReactNode } from "react";
import { EmptyState } from "../ui/states";
import { ChartFrameBody } from "./chart-frame-body";
import type { ChartTable } from "./chart-table";
import type { ChartDrawing } from "./svg/picture";

/** What every picture of a page says of itself when it is taken away. */
export type PictureOf = { range: string; source: string };

type ChartFrameProps = {
  /** The id of the heading; the section around it points there. */
  id: string;
  title: string;
  /** Says the unit: "17.9M tokens, 18.6M in the 14 days before". */
  subtitle?: ReactNode;
  /** The numbers of the picture: for the table twin and the files. */
  table: ChartTable;
  /** How the table is drawn when the picture is taken away. */
  drawing: ChartDrawing;
  /** What the numbers are: "tokens, estimated from text length". */
  unit: string;
  picture: PictureOf;
  /** The server's file with the same numbers. */
  csvHref?: string;
  /** Shown in place of the picture when there is nothing to draw: a sentence, and what could be done. */
  empty?: { sentence: ReactNode; action?: ReactNode };
  /** Between the heading and the picture: the views of the chart. */
  tabs?: ReactNode;
  /** The picture. */
  children: ReactNode;
};

/** Heading, the switch to the table twin, the files, and the picture or the reason why there is none. */
export function ChartFrame(props: ChartFrameProps) {
  const { id, title, subtitle, table, drawing, unit, picture, csvHref, empty, tabs, children } = props;
  return (
    <ChartFrameBody
      id={id}
      title={title}
      subtitle={subtitle}
      picture={empty ? null : { title, unit, ...picture, table, drawing }}
      csvHref={csvHref}
      tabs={tabs}
    >
      {empty ? (
        <EmptyState action={empty.action} className="px-0!">
          {empty.sentence}
        </EmptyState>
      ) : (
        children
      )}
    </ChartFrameBody>
  );
}

/** Grey rows as high as a bar list with so many rows. */
export function ChartSkeleton({ rows, label, tabs }: { rows: number; label: string; tabs?: ReactNode }) {
  return (
    <>
      <div className="mb-3 grid gap-2 pt-1">
        <span className="skeleton h-3.5 w-40" />
        <span className="skeleton h-2.5 w-64 max-w-full" />
      </div>
      {tabs}
      <div role="status" aria-label={label}>
        {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key) => (
          <div key={key} className="flex h-[31px] items-center gap-3 border-t border-line">
            <span className="skeleton h-2.5 w-24" />
            <span className="skeleton h-3.5 flex-1" />
            <span className="skeleton h-2.5 w-10" />
          </div>
        ))}
      </div>
    </>
  );
}
