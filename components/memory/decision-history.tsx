import clsx from "clsx";
import NextLink from "next/link";
import { type HistoryColumn, historyLine, type SupersedeLink } from "@/server/core/decisions/history";
import { recordRef } from "@/server/core/decisions/record-ref";
import { DECISION_STATUSES, type DecisionStatus } from "@/server/core/decisions/transitions";
import type { DecisionPoint, DecisionHistory as History } from "@/server/core/decisions/views";
import type { Base } from "../telemetry/links";
import { formatDate, formatDay } from "../ui/format";
import { type RecordPlace, roomHref } from "./links";
import { RovingLinks } from "./roving-links";
import { statusWord } from "./status-chip";

type DecisionHistoryProps = { base: Base; history: History; place: RecordPlace; current: number | null };

/** More of one column are one link to that column's list. */
const MAX_STACK = 6;
const POINT_PX = 15;
const ARC_PX = 34;
const COLUMN_MIN_PX = 15;

/** The decisions of the filter along a line of time, with what replaced what. Each point opens its decision. */
export function DecisionHistory({ base, history, place, current }: DecisionHistoryProps) {
  const { timeZone } = history;
  const { step, columns, links } = historyLine(history.points, Date.parse(history.asOf), timeZone);
  if (columns.length === 0) return null;
  const known = new Set(history.points.map((point) => point.status));
  const height = Math.max(...columns.map(({ points }) => Math.min(points.length, MAX_STACK + 1))) * POINT_PX;
  const tabStop = history.points.some(({ number }) => number === current)
    ? current
    : (history.points.at(-1)?.number ?? null);
  return (
    <section aria-labelledby="history" className="border-b border-line px-3.5 pt-3 pb-2 md:px-4">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="history">
          Decision history{" "}
          <span className="ml-1 text-xs font-normal text-ink-3">
            {step === "day" ? "a column a day" : `a column a ${step}`}
            {history.isCut ? ", the newest 400" : ""}
          </span>
        </h2>
        <ul className="flex flex-wrap gap-x-3 text-xs text-ink-2">
          {DECISION_STATUSES.filter((status) => known.has(status)).map((status) => (
            <li key={status} className="flex items-center gap-1.5">
              <Mark status={status} />
              {statusWord(status)}
            </li>
          ))}
        </ul>
      </div>
      {/* From right to left outside, so that a line too long for the screen starts at its newest end. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="clip-focus overflow-x-auto" dir="rtl" aria-label="History, scrolls sideways" tabIndex={0}>
        <div dir="ltr" style={{ minWidth: columns.length * COLUMN_MIN_PX }}>
          <RovingLinks label="Decisions along time; arrow keys move">
            <Arcs links={links} columns={columns} height={height} current={current} />
            <ol className="flex border-b border-control" style={{ height }}>
              {columns.map((column) => (
                <Column key={column.from} {...{ base, place, column, timeZone, current, tabStop }} />
              ))}
            </ol>
          </RovingLinks>
          <Axis columns={columns} asOf={history.asOf} timeZone={timeZone} />
        </div>
      </section>
    </section>
  );
}

type ColumnProps = {
  base: Base;
  place: RecordPlace;
  column: HistoryColumn;
  timeZone: string;
  current: number | null;
  tabStop: number | null;
};

function Column({ base, place, column, timeZone, current, tabStop }: ColumnProps) {
  const { points, from, to } = column;
  const shown = points.slice(0, points.length > MAX_STACK + 1 ? MAX_STACK : MAX_STACK + 1);
  const more = points.length - shown.length;
  return (
    <li className={clsx("flex min-w-0 flex-1 flex-col-reverse", column.beginsMonth && "border-l border-line")}>
      {shown.map((point) => (
        <NextLink
          key={point.number}
          href={roomHref(base, "decisions", place, point.number)}
          scroll={false}
          prefetch={false}
          tabIndex={point.number === tabStop ? 0 : -1}
          aria-current={point.number === current ? "true" : undefined}
          title={pointWords(point, timeZone)}
          aria-label={pointWords(point, timeZone)}
          className="clip-focus grid place-items-center hover:bg-hover"
          style={{ height: POINT_PX }}
        >
          <Mark status={point.status} isCurrent={point.number === current} />
        </NextLink>
      ))}
      {more > 0 ? (
        <NextLink
          href={roomHref(base, "decisions", { ...place, from, to, cursor: null })}
          scroll={false}
          prefetch={false}
          tabIndex={-1}
          aria-label={`${more} more of ${formatDay(points[0]?.at ?? "", timeZone)}`}
          className="clip-focus text-center text-2xs leading-[15px] text-link hover:bg-hover"
        >
          +{more}
        </NextLink>
      ) : null}
    </li>
  );
}

function pointWords({ number, title, status, at }: DecisionPoint, timeZone: string): string {
  return `${recordRef("decision", number)} ${title}. ${statusWord(status)}, ${formatDate(at, timeZone)}`;
}

const MARKS: Readonly<Record<DecisionStatus, string>> = {
  accepted: "bg-accent",
  proposed: "bg-surface shadow-[inset_0_0_0_2px_var(--color-info)]",
  draft: "border border-dashed border-control bg-surface",
  rejected:
    "rotate-45 bg-[linear-gradient(var(--color-danger),var(--color-danger)),linear-gradient(var(--color-danger),var(--color-danger))] bg-[size:100%_2px,2px_100%] bg-center bg-no-repeat",
  deprecated:
    "bg-[linear-gradient(var(--color-warn-edge),var(--color-warn-edge))] bg-[size:100%_3px] bg-center bg-no-repeat",
  superseded: "bg-sunken shadow-[inset_0_0_0_1.5px_var(--color-control)]",
};

/** A status as a shape and not only a colour. */
function Mark({ status, isCurrent = false }: { status: DecisionStatus; isCurrent?: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx(
        "grid size-[13px] place-items-center",
        isCurrent && "shadow-[inset_0_0_0_1.5px_var(--color-ink)]",
      )}
    >
      <span className={clsx("data-fill block size-[9px]", MARKS[status])} />
    </span>
  );
}

type ArcsProps = {
  links: readonly SupersedeLink[];
  columns: readonly HistoryColumn[];
  height: number;
  current: number | null;
};

/** From a decision to the one that replaced it; dashed while that one is not accepted. */
function Arcs({ links, columns, height, current }: ArcsProps) {
  if (links.length === 0) return null;
  const total = height + ARC_PX;
  const topOf = (at: number) => total - Math.min(columns[at]?.points.length ?? 0, MAX_STACK + 1) * POINT_PX - 2;
  const spoken = links
    .map(({ old, successor }) => `${recordRef("decision", old)} is replaced by ${recordRef("decision", successor)}`)
    .join(", ");
  return (
    <div role="img" aria-label={spoken} className="relative" style={{ height: ARC_PX }}>
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 top-0 w-full"
        style={{ height: total }}
        viewBox={`0 0 ${columns.length} ${total}`}
        preserveAspectRatio="none"
      >
        {links.map(({ fromColumn, toColumn, old, successor, holds }) => {
          const isCurrent = old === current || successor === current;
          const [x1, x2] = [fromColumn + 0.5, toColumn + 0.5];
          return (
            <path
              key={`${old} ${successor}`}
              d={`M${x1},${topOf(fromColumn)} C${x1},4 ${x2},4 ${x2},${topOf(toColumn)}`}
              fill="none"
              stroke={isCurrent ? "var(--color-ink)" : "var(--color-control)"}
              strokeWidth={isCurrent ? 1.75 : 1}
              strokeDasharray={holds ? undefined : "3 3"}
              vectorEffect="non-scaling-stroke"
            />
          );
        })}
      </svg>
    </div>
  );
}

const MONTH_LABEL_COLUMNS = 4;

/** Months where they begin, and today at the end. */
function Axis({ columns, asOf, timeZone }: { columns: readonly HistoryColumn[]; asOf: string; timeZone: string }) {
  return (
    <div aria-hidden className="relative h-5 text-2xs text-ink-3">
      {columns.map(({ from, beginsMonth }, index) =>
        beginsMonth && (index === 0 || index < columns.length - MONTH_LABEL_COLUMNS) ? (
          <span
            key={from}
            className="absolute top-1 whitespace-nowrap"
            style={{ left: `${(index / columns.length) * 100}%` }}
          >
            {index === 0 || from.endsWith("-01") ? formatDay(`${from}T12:00:00Z`, "UTC") : from.slice(0, 7)}
          </span>
        ) : null,
      )}
      <span className="absolute top-1 right-0 bg-surface pl-1">today, {formatDay(asOf, timeZone)}</span>
    </div>
  );
}
