"use client";

import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { numberAt, withNumber } from "@/server/core/policy/numbers";
import { fieldId, useDraft } from "./draft";

const HANDLES = [
  {
    path: "budget.pruneShare",
    word: "Prune",
    fill: "bg-[color-mix(in_oklab,var(--color-idle)_55%,var(--color-surface))]",
  },
  { path: "budget.compactShare", word: "Compact", fill: "bg-idle" },
  { path: "budget.checkpointShare", word: "Checkpoint", fill: "bg-resolved" },
] as const;

const LEAST = 5;
const MOST = 99;
const STEP = 1;
const LARGE_STEP = 5;

/** The three thresholds on the window. Each handle is a slider and cannot pass its neighbours. */
export function ThresholdGauge() {
  const track = useRef<HTMLDivElement>(null);
  const { policy, denied, change } = useDraft();
  const percents = HANDLES.map(({ path }) => Math.round((numberAt(policy, path) ?? 0) * 100));
  const move = (index: number, percent: number) => {
    const handle = HANDLES[index];
    if (!handle || denied !== null) return;
    const { least, most } = boundsOf(percents, index);
    const next = Math.max(least, Math.min(most, Math.round(percent)));
    change((current) => withNumber(current, handle.path, next / 100));
  };
  return (
    <div className="mt-9 mb-10 px-1">
      <div ref={track} className="relative h-3.5">
        <div aria-hidden className="data-fill flex h-full bg-results">
          <span style={{ flex: `0 0 ${percents[0]}%` }} />
          {HANDLES.map(({ path, fill }, index) => (
            <span
              key={path}
              className={fill}
              style={{ flex: `0 0 ${(percents[index + 1] ?? 100) - (percents[index] ?? 0)}%` }}
            />
          ))}
        </div>
        {HANDLES.map(({ path, word }, index) => (
          <Handle
            key={path}
            id={fieldId(path)}
            word={word}
            percent={percents[index] ?? 0}
            bounds={boundsOf(percents, index)}
            isReadOnly={denied !== null}
            onMove={(percent) => move(index, percent)}
            percentAt={(clientX) => {
              const box = track.current?.getBoundingClientRect();
              return box && box.width > 0 ? ((clientX - box.left) / box.width) * 100 : 0;
            }}
          />
        ))}
      </div>
    </div>
  );
}

function boundsOf(percents: readonly number[], index: number) {
  return { least: (percents[index - 1] ?? LEAST - 1) + 1, most: (percents[index + 1] ?? MOST + 1) - 1 };
}

type HandleProps = {
  id: string;
  word: string;
  percent: number;
  bounds: { least: number; most: number };
  isReadOnly: boolean;
  onMove: (percent: number) => void;
  percentAt: (clientX: number) => number;
};

function Handle({ id, word, percent, bounds, isReadOnly, onMove, percentAt }: HandleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const to = keyTarget(event.key, percent, bounds);
    if (to === null) return;
    event.preventDefault();
    onMove(to);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(percentAt(event.clientX));
  };
  return (
    <span className="absolute -top-[25px] grid -translate-x-1/2 justify-items-center" style={{ left: `${percent}%` }}>
      <span
        id={id}
        role="slider"
        tabIndex={0}
        aria-label={`${word} at`}
        aria-valuemin={bounds.least}
        aria-valuemax={bounds.most}
        aria-valuenow={percent}
        aria-valuetext={`${percent} percent of the window`}
        aria-readonly={isReadOnly || undefined}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        className="relative grid h-6 min-w-[36px] cursor-ew-resize touch-none place-items-center rounded-sm border border-control bg-raised text-xs font-semibold select-none after:absolute after:top-full after:left-1/2 after:h-[14px] after:w-0.5 after:-translate-x-1/2 after:bg-ink pointer-coarse:h-7 pointer-coarse:min-w-[44px]"
      >
        {percent}
      </span>
      <span className="mt-[18px] text-xs whitespace-nowrap text-ink-2">{word}</span>
    </span>
  );
}

function keyTarget(key: string, percent: number, { least, most }: HandleProps["bounds"]): number | null {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return percent - STEP;
    case "ArrowRight":
    case "ArrowUp":
      return percent + STEP;
    case "PageDown":
      return percent - LARGE_STEP;
    case "PageUp":
      return percent + LARGE_STEP;
    case "Home":
      return least;
    case "End":
      return most;
    default:
      return null;
  }
}
