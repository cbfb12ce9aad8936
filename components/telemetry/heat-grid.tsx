"use client";

import clsx from "clsx";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { TelemetryFilter } from "@/server/core/telemetry/filter";
import type { HeatCell } from "@/server/core/telemetry/insight-views";
import { heatStep } from "../charts/heat-step";
import { formatPercent, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { busiestOf, HOURS, hourName, hoursOf, slotName, WEEKDAYS, weekdayName } from "./heat-model";
import { type Base, evidenceHref } from "./links";
import { about } from "./words";

type HeatGridProps = {
  base: Base;
  cells: readonly HeatCell[];
  filter: TelemetryFilter;
  range: { from: string; to: string };
  labelledBy: string;
};

type Spot = { weekday: number; hour: number };

/** The steps of one hue over the empty track; each cell also says its number when it is pointed at or reached. */
const STEP = [
  "bg-free",
  "bg-[color-mix(in_oklab,var(--color-noise)_25%,var(--color-free))]",
  "bg-[color-mix(in_oklab,var(--color-noise)_50%,var(--color-free))]",
  "bg-[color-mix(in_oklab,var(--color-noise)_75%,var(--color-free))]",
  "bg-noise",
] as const;

/** A week of hours. One tab stop; arrows walk, Home and End go along the day, and the line below opens the sessions. */
export function HeatGrid({ base, cells, filter, range, labelledBy }: HeatGridProps) {
  const byKey = new Map(cells.map((cell) => [keyOf(cell), cell]));
  const most = cells.reduce((top, cell) => Math.max(top, cell.provenTokens), 0);
  const [chosen, setChosen] = useState<Spot>(() => busiestOf(cells) ?? { weekday: 1, hour: 9 });
  const [pointed, setPointed] = useState<Spot | null>(null);
  const grid = useRef<HTMLTableElement>(null);

  // Where the week does not fit, the busiest hour is in view and not midnight.
  useEffect(() => {
    const frame = grid.current?.parentElement;
    const cell = frame?.querySelector<HTMLElement>("[role=gridcell][tabindex='0']");
    if (frame && cell) frame.scrollLeft = cell.offsetLeft - frame.clientWidth / 2;
  }, []);

  const walk = (event: KeyboardEvent) => {
    const next = stepFrom(chosen, event.key);
    if (!next) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-spot="${keyOf(next)}"]`)?.focus();
  };

  const shown = pointed ?? chosen;
  return (
    <div>
      <section
        aria-label="Hours of the week, scrolls sideways"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="clip-focus no-scrollbar relative scroll-pl-10 overflow-x-auto"
      >
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked is a grid (ARIA patterns).
          role="grid"
          aria-labelledby={labelledBy}
          className="w-full min-w-[616px] table-fixed border-separate border-spacing-[2px]"
          onKeyDown={walk}
          onPointerLeave={() => setPointed(null)}
        >
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 z-[1] w-9 bg-surface">
                <span className="sr-only">Weekday</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col" className="p-0 pb-0.5 text-left text-2xs font-normal text-ink-3">
                  <span className={hour % 3 === 0 ? undefined : "sr-only"}>{hourName(hour).slice(0, 2)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((name, index) => (
              <tr key={name}>
                <th scope="row" className="sticky left-0 z-[1] bg-surface text-left text-2xs font-normal text-ink-3">
                  {name}
                </th>
                {HOURS.map((hour) => {
                  const spot = { weekday: index + 1, hour };
                  return (
                    <HourCell
                      key={hour}
                      spot={spot}
                      cell={byKey.get(keyOf(spot))}
                      most={most}
                      isChosen={isSame(spot, chosen)}
                      onChoose={() => setChosen(spot)}
                      onPoint={() => setPointed(spot)}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Legend most={most} />
      <Detail spot={shown} cell={byKey.get(keyOf(shown))} base={base} filter={filter} range={range} />
    </div>
  );
}

type HourCellProps = {
  spot: Spot;
  cell: HeatCell | undefined;
  most: number;
  isChosen: boolean;
  onChoose: () => void;
  onPoint: () => void;
};

function HourCell({ spot, cell, most, isChosen, onChoose, onPoint }: HourCellProps) {
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid are walked by arrow keys.
      role="gridcell"
      data-spot={keyOf(spot)}
      tabIndex={isChosen ? 0 : -1}
      aria-selected={isChosen}
      aria-label={`${slotName(spot)}: ${cell ? `${formatTokens(cell.provenTokens)} tokens noise of ${formatTokens(cell.addedTokens)} added` : "nothing recorded"}`}
      onFocus={onChoose}
      onPointerEnter={onPoint}
      className={clsx(
        "data-fill clip-focus h-[26px] cursor-pointer rounded-[2px] p-0",
        cell ? STEP[heatStep(cell.provenTokens, most)] : "shadow-[inset_0_0_0_1px_var(--color-line)]",
        isChosen && "outline-2 -outline-offset-2 outline-ink",
      )}
    />
  );
}

function Legend({ most }: { most: number }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-2xs text-ink-3">
      <span className="inline-flex items-center gap-1.5">
        <i
          aria-hidden
          className="inline-block size-3 rounded-[2px] shadow-[inset_0_0_0_1px_var(--color-line-strong)]"
        />
        nothing recorded
      </span>
      <span className="inline-flex items-center gap-1.5">
        no noise
        <span aria-hidden className="data-fill inline-flex gap-px">
          {STEP.map((fill) => (
            <i key={fill} className={clsx("inline-block size-3", fill)} />
          ))}
        </span>
        {about(most)} in an hour of the week
      </span>
    </p>
  );
}

/** The latest hours that a cell adds up; older ones are counted. */
const LINKED = 5;

type DetailProps = Pick<HeatGridProps, "base" | "filter" | "range"> & { spot: Spot; cell: HeatCell | undefined };

/** The hour in words, and its sessions: a cell adds up several weeks, so each of them is a link of its own. */
function Detail({ spot, cell, base, filter, range }: DetailProps) {
  const hours = cell ? hoursOf(range, spot.weekday, spot.hour) : [];
  const linked = hours.slice(0, LINKED);
  return (
    <div className="mt-2 min-h-[42px] border-t border-line pt-2 text-xs max-md:min-h-[60px]">
      <p role="status">
        <strong className="font-semibold">{slotName(spot)}</strong>{" "}
        {cell ? (
          <>
            {about(cell.provenTokens)} noise, {formatPercent(cell.provenTokens / Math.max(1, cell.addedTokens))} of{" "}
            {about(cell.addedTokens)} added; {about(cell.idleTokens)} idle
          </>
        ) : (
          "nothing recorded"
        )}
      </p>
      {linked.length > 0 ? (
        <p className="flex flex-wrap items-center gap-x-2.5 *:min-h-6 *:content-center">
          <span className="text-ink-3">Sessions of</span>
          {linked.map((hour) => (
            <Link key={hour} prefetch={false} href={evidenceHref(base, filter, { range: null, from: hour, to: hour })}>
              {dayWords(hour)}
            </Link>
          ))}
          {hours.length > linked.length ? (
            <span className="text-ink-3">
              and {hours.length - linked.length} earlier {weekdayName(spot.weekday)}
            </span>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}

/** "23 Nov" of "2026-11-23T09": the day is already the project's, so it is read as it is written. */
function dayWords(hour: string): string {
  const day = new Date(`${hour.slice(0, 10)}T00:00:00Z`);
  return day.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}

function keyOf({ weekday, hour }: Spot): string {
  return `${weekday}-${hour}`;
}

function isSame(a: Spot, b: Spot): boolean {
  return a.weekday === b.weekday && a.hour === b.hour;
}

/** Where a key leads; null for keys that are not the grid's. */
function stepFrom({ weekday, hour }: Spot, key: string): Spot | null {
  if (key === "ArrowRight") return { weekday, hour: Math.min(23, hour + 1) };
  if (key === "ArrowLeft") return { weekday, hour: Math.max(0, hour - 1) };
  if (key === "ArrowDown") return { weekday: Math.min(7, weekday + 1), hour };
  if (key === "ArrowUp") return { weekday: Math.max(1, weekday - 1), hour };
  if (key === "Home") return { weekday, hour: 0 };
  return key === "End" ? { weekday, hour: 23 } : null;
}
