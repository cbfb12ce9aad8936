"use client";

import clsx from "clsx";
import { type MouseEvent, memo } from "react";
import type { Outline } from "@/server/core/telemetry/session-views";
import { type MapCell, miniMap } from "./outline-items";

const CELLS = 150;

const FILL: Readonly<Record<MapCell["fill"], string>> = {
  duplicate: "bg-duplicate",
  "resolved-error": "bg-resolved",
  superseded: "bg-superseded",
  idle: "hatch-idle",
  dropped: "bg-dropped",
  full: "bg-full",
  retained: "bg-retained",
  reference: "bg-free",
  empty: "bg-free",
};

type MiniMapProps = {
  outline: Outline;
  /** Null while nothing is looked for. */
  matches: readonly number[] | null;
  /** What is on screen, 0 to 1 of the thread. */
  from: number;
  to: number;
  onJump: (share: number) => void;
};

/** The whole thread at a glance; a press goes there. The scroll bar and the keys do the same without a mouse. */
export function MiniMap({ outline, matches, from, to, onJump }: MiniMapProps) {
  const jump = (event: MouseEvent<HTMLDivElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    if (height > 0) onJump(Math.min(1, Math.max(0, (event.clientY - top) / height)));
  };
  return (
    <div
      aria-hidden
      onClick={jump}
      className="data-fill absolute inset-y-0 right-0 w-3.5 cursor-pointer border-l border-line bg-surface max-md:hidden"
    >
      <Cells outline={outline} matches={matches} />
      <b
        className="absolute inset-x-0 min-h-3 bg-ink/12 shadow-[inset_0_0_0_1.5px_var(--color-ink)]"
        style={{ top: `${from * 100}%`, height: `${Math.max(0, to - from) * 100}%` }}
      />
    </div>
  );
}

/** Drawn once a thread and filter; only the mark of what is on screen moves. What holds no match fades. */
const Cells = memo(function Cells({ outline, matches }: Pick<MiniMapProps, "outline" | "matches">) {
  const cells = miniMap(outline, CELLS, matches).map((cell, index) => ({ cell, key: `cell-${index}` }));
  return (
    <div className="flex h-full flex-col gap-px px-[3px] py-0.5">
      {cells.map(({ cell, key }) => (
        <i key={key} className={clsx("min-h-0 flex-1", cell.matches ? "opacity-75" : "opacity-15", FILL[cell.fill])} />
      ))}
    </div>
  );
});
