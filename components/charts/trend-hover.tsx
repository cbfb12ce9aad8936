"use client";

import clsx from "clsx";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { NoiseSwatch } from "../ui/noise-chip";
import { type ChartedNoise, NOISE } from "./palette";

export type TrendTip = {
  key: string;
  /** The slot, 0 to 1 of the picture's width. */
  left: number;
  width: number;
  heading: string;
  note?: string;
  rows: readonly { noise: ChartedNoise; text: string }[];
  total: string;
  previous?: string;
};

/** Marks the column under the pointer or the focus and shows its numbers; the arrow keys move between columns. */
export function TrendHover({
  tips,
  label,
  children,
}: {
  tips: readonly TrendTip[];
  label: string;
  children: ReactNode;
}) {
  const [current, setCurrent] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);

  const indexAt = (event: PointerEvent<HTMLDivElement>): number | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (event.clientX - box.left) / box.width;
    const index = tips.findIndex((tip) => at >= tip.left && at < tip.left + tip.width);
    return index < 0 ? null : index;
  };

  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape") setCurrent(null);
    const next = nextColumn(event.key, current, tips.length);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    frame.current?.querySelector<SVGAElement>(`a[data-column="${next}"]`)?.focus();
  };

  const tip = current === null ? undefined : tips[current];
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls sideways on a phone and takes arrow keys.
      tabIndex={0}
      className="clip-focus no-scrollbar flex flex-1 flex-col max-md:-mx-3.5 max-md:overflow-x-auto max-md:px-3.5"
      onKeyDown={move}
      onBlur={() => setCurrent(null)}
      onFocus={(event) => setCurrent(columnOf(event.target) ?? current)}
    >
      <div
        ref={frame}
        className="relative aspect-[760/290] flex-auto max-md:w-[620px] max-md:flex-none"
        onPointerMove={(event) => setCurrent(indexAt(event))}
        onPointerLeave={() => setCurrent(null)}
      >
        {children}
        {tip ? (
          <span
            aria-hidden
            className="pointer-events-none absolute top-0 bottom-[11%] bg-ink/6"
            style={{ left: `${tip.left * 100}%`, width: `${tip.width * 100}%` }}
          />
        ) : null}
        {tip ? <Tip tip={tip} /> : null}
      </div>
    </section>
  );
}

function columnOf(target: EventTarget): number | null {
  const column = target instanceof Element ? target.getAttribute("data-column") : null;
  return column === null ? null : Number(column);
}

function nextColumn(key: string, current: number | null, count: number): number | null {
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "ArrowRight") return current === null ? 0 : Math.min(count - 1, current + 1);
  if (key === "ArrowLeft") return current === null ? count - 1 : Math.max(0, current - 1);
  return null;
}

/** Beside the column, on the side with more room. */
function Tip({ tip }: { tip: TrendTip }) {
  const onRight = tip.left + tip.width / 2 < 0.6;
  return (
    <div
      role="status"
      className={clsx(
        "pointer-events-none absolute top-10 z-3 ml-1 min-w-[178px] rounded-md bg-raised px-[11px] py-[9px] text-xs shadow-overlay",
        !onRight && "-ml-1 -translate-x-full",
      )}
      style={{ left: `${(onRight ? tip.left + tip.width : tip.left) * 100}%` }}
    >
      <span className="font-semibold">{tip.heading}</span> <span className="text-ink-3">{tip.note}</span>
      <dl className="mt-[5px] grid gap-0.5">
        {tip.rows.map((row) => (
          <div key={row.noise} className="flex items-center gap-2">
            <dt className="flex flex-1 items-center gap-2">
              <NoiseSwatch noise={row.noise} />
              {NOISE[row.noise].word}
            </dt>
            <dd>{row.text}</dd>
          </div>
        ))}
        <div className="flex items-center gap-2">
          <dt className="flex-1 pl-[18px]">Total</dt>
          <dd className="font-semibold">{tip.total}</dd>
        </div>
      </dl>
      {tip.previous ? <span className="text-ink-3">{tip.previous}</span> : null}
    </div>
  );
}
