import clsx from "clsx";
import NextLink from "next/link";
import type { FailureDay, FailureHistory as History } from "@/server/core/failures/views";
import type { Base } from "../telemetry/links";
import { formatDay, formatExact, formatWeekday } from "../ui/format";
import { type RecordPlace, roomHref } from "./links";
import { RovingLinks } from "./roving-links";

type FailureHistoryProps = { base: Base; history: History; place: RecordPlace };

const HEIGHT_PX = 56;
const COLUMN_MIN_PX = 9;

/** Occurrences a day of the failures of the filter: what was new, and what came back. A bar opens its day. */
export function FailureHistory({ base, history, place }: FailureHistoryProps) {
  const { days, timeZone, asOf } = history;
  const most = Math.max(0, ...days.map(({ fresh, again }) => fresh + again));
  if (most === 0) return null;
  const sum = (pick: "fresh" | "again") => days.reduce((total, day) => total + day[pick], 0);
  const first = days[0];
  return (
    <section aria-labelledby="history" className="border-b border-line px-3.5 pt-3 pb-2 md:px-4">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="history">
          Occurrences a day <span className="ml-1 text-xs font-normal text-ink-3">at most {formatExact(most)}</span>
        </h2>
        <ul className="flex flex-wrap gap-x-3 text-xs text-ink-2">
          <Legend className="bg-noise" words={`${formatExact(sum("again"))} came back`} />
          <Legend className="bg-retained" words={`${formatExact(sum("fresh"))} for the first time`} />
        </ul>
      </div>
      {/* From right to left outside, so that more days than the screen holds start at today. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="clip-focus overflow-x-auto" dir="rtl" aria-label="History, scrolls sideways" tabIndex={0}>
        <div dir="ltr" style={{ minWidth: days.length * COLUMN_MIN_PX }}>
          <RovingLinks label="Occurrences by day; arrow keys move">
            <ol className="flex border-b border-control" style={{ height: HEIGHT_PX }}>
              {days.map((day, index) => (
                <Bar
                  key={day.day}
                  day={day}
                  most={most}
                  href={roomHref(base, "failures", { ...place, from: day.day, to: day.day, cursor: null })}
                  isTabStop={index === days.length - 1}
                />
              ))}
            </ol>
          </RovingLinks>
          <div aria-hidden className="flex justify-between pt-1 text-2xs text-ink-3">
            <span>{first ? formatDay(`${first.day}T12:00:00Z`, "UTC") : ""}</span>
            <span>{lastDay(days) === formatDay(asOf, timeZone) ? `today, ${lastDay(days)}` : lastDay(days)}</span>
          </div>
        </div>
      </section>
    </section>
  );
}

function lastDay(days: readonly FailureDay[]): string {
  const last = days.at(-1);
  return last ? formatDay(`${last.day}T12:00:00Z`, "UTC") : "";
}

function Legend({ className, words }: { className: string; words: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={clsx("data-fill size-[9px]", className)} />
      {words}
    </li>
  );
}

type BarProps = { day: FailureDay; most: number; href: string; isTabStop: boolean };

function Bar({ day, most, href, isTabStop }: BarProps) {
  const { fresh, again } = day;
  const words = `${formatWeekday(`${day.day}T12:00:00Z`, "UTC")}: ${again} came back, ${fresh} for the first time`;
  const heightOf = (count: number) => `${(count / most) * 100}%`;
  return (
    <li className="min-w-0 flex-1 px-px">
      <NextLink
        href={href}
        scroll={false}
        prefetch={false}
        tabIndex={isTabStop ? 0 : -1}
        title={words}
        aria-label={words}
        className="clip-focus flex h-full flex-col justify-end hover:bg-hover"
      >
        <span className="data-fill block bg-noise" style={{ height: heightOf(again) }} />
        <span className="data-fill block bg-retained" style={{ height: heightOf(fresh) }} />
      </NextLink>
    </li>
  );
}
