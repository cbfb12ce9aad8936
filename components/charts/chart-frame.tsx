import type { ReactNode } from "react";
import { EmptyState, ErrorState } from "../ui/states";
import { ChartFrameBody } from "./chart-frame-body";
import type { ChartTable } from "./chart-table";
import { TableTwin } from "./table-twin";

type ChartState =
  | { kind: "ready" }
  | { kind: "loading" }
  | { kind: "empty"; sentence: ReactNode; action?: ReactNode }
  | { kind: "error"; sentence: ReactNode; retryHref?: string };

type ChartFrameProps = {
  /** The id of the heading; the section around it points there. */
  id: string;
  title: string;
  /** Says the unit: "17.9M tokens, 18.6M in the 14 days before". */
  subtitle?: ReactNode;
  /** The numbers of the picture: for the table twin and the CSV. */
  table: ChartTable;
  state?: ChartState;
  /** More tools before the two of every chart. */
  tools?: ReactNode;
  /** The picture. */
  children: ReactNode;
};

/** Heading, the switch to the table twin, the CSV, and the picture in whatever state it is. */
export function ChartFrame({
  id,
  title,
  subtitle,
  table,
  state = { kind: "ready" },
  tools,
  children,
}: ChartFrameProps) {
  return (
    <ChartFrameBody
      id={id}
      title={title}
      subtitle={subtitle}
      table={state.kind === "ready" ? table : null}
      twin={state.kind === "ready" ? <TableTwin table={table} /> : null}
      tools={tools}
    >
      <ChartBody state={state}>{children}</ChartBody>
    </ChartFrameBody>
  );
}

function ChartBody({ state, children }: { state: ChartState; children: ReactNode }) {
  if (state.kind === "loading") return <ChartSkeleton />;
  if (state.kind === "empty") {
    return (
      <EmptyState action={state.action} className="px-0!">
        {state.sentence}
      </EmptyState>
    );
  }
  if (state.kind === "error") return <ErrorState retryHref={state.retryHref}>{state.sentence}</ErrorState>;
  return children;
}

/** Six grey rows, as high as a bar list. */
function ChartSkeleton() {
  return (
    <div role="status" aria-label="Loading the chart">
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <div key={key} className="flex h-[30px] items-center gap-3 border-t border-line">
          <span className="skeleton h-2.5 w-24" />
          <span className="skeleton h-3.5 flex-1" />
          <span className="skeleton h-2.5 w-10" />
        </div>
      ))}
    </div>
  );
}
