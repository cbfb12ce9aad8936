import type { TelemetryFilter } from "@/server/core/telemetry/filter";
import type { NoisySession, Overview } from "@/server/core/telemetry/overview-view";
import { ContextBar } from "../charts/context-bar";
import { Button } from "../ui/button";
import { formatExact, formatMoney, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { Monogram } from "../ui/monogram";
import { NoiseSwatch } from "../ui/noise-chip";
import { RelativeTime } from "../ui/relative-time";
import { SheetHead } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { Table, type TableColumn } from "../ui/table";
import { agentLook } from "./agent-look";
import { DownloadLink } from "./download-link";
import { type Base, evidenceHref, exportHref, sessionHref, sessionQuery } from "./links";
import type { Asked } from "./place";
import { segmentsOf } from "./segments";
import { causeWords } from "./words";

type Shown = Asked & Pick<Overview, "noisiest" | "agentOrder">;

type NoisiestSessionsProps = {
  base: Base;
  shown: Shown;
  /** Sessions in the range, of which these are the noisiest. */
  sessionsInRange: number;
};

/** The sessions whose proven noise is largest, with what caused most of it. */
export function NoisiestSessions({ base, shown, sessionsInRange }: NoisiestSessionsProps) {
  const { noisiest, filter } = shown;
  return (
    <>
      <SheetHead
        id="noisiest"
        title="Sessions with the most noise"
        subtitle="What entered: cool was kept, warm was noise"
        className="mb-0! px-3.5 pt-3.5 pb-1 md:px-4 md:pt-4"
        tools={
          <>
            <DownloadLink href={exportHref(base, "sessions", filter)} />
            <Button variant="ghost" size="sm" href={evidenceHref(base, filter)}>
              All {formatExact(sessionsInRange)}
            </Button>
          </>
        }
      />
      <Table
        caption="Sessions with the most noise"
        fixed
        columns={columnsOf(shown, base)}
        rows={noisiest}
        rowKey={(row) => String(row.number)}
        empty={<EmptyState>No session in this range has proven noise.</EmptyState>}
      />
    </>
  );
}

function columnsOf({ filter, timeZone, range, agentOrder }: Shown, base: Base): TableColumn<NoisySession>[] {
  // Only the year of a time depends on it: a session of the range's own year is written without one.
  const asOf = range.toIso;
  return [
    {
      key: "session",
      head: "Session",
      width: "32%",
      phone: "main",
      rowHeader: true,
      cell: (row) => <SessionName row={row} {...{ base, filter, timeZone, asOf, agentOrder }} />,
    },
    {
      key: "window",
      head: "Entered",
      width: "16%",
      phone: "wide",
      cell: (row) => (
        <ContextBar label={row.title ?? `Session ${row.number}`} segments={segmentsOf(row.fills, row.figures.noise)} />
      ),
    },
    {
      key: "noise",
      head: "≈ Noise",
      align: "end",
      width: "10%",
      phone: "side",
      cell: (row) => (
        <Link
          look="plain"
          prefetch={false}
          href={sessionHref(base, row.number, { noise: "proven", ...sessionQuery(filter) })}
          className="font-semibold hover:underline"
          title={`${formatExact(row.figures.provenTokens)} tokens, estimated`}
        >
          {formatTokens(row.figures.provenTokens)}
          <span className="font-normal text-ink-3 md:hidden"> noise</span>
        </Link>
      ),
    },
    {
      key: "carried",
      head: "≈ Carried",
      align: "end",
      width: "10%",
      phone: "hide",
      cell: (row) => formatTokens(row.figures.carriedTokens),
    },
    {
      key: "cost",
      head: "≈ Cost",
      align: "end",
      width: "10%",
      phone: "hide",
      cell: (row) =>
        row.figures.costUsd === null ? <span className="text-ink-3">unknown</span> : formatMoney(row.figures.costUsd),
    },
    { key: "cause", head: "Main cause", phone: "wide", cell: (row) => <MainCause cause={row.cause} /> },
  ];
}

type SessionNameProps = {
  row: Pick<NoisySession, "number" | "title" | "client" | "lastEventAt">;
  base: Base;
  filter: TelemetryFilter;
  timeZone: string;
  asOf: string;
  agentOrder: readonly string[];
  /** What the link says beside the filter. */
  query?: Readonly<Record<string, string>>;
  /** Marks a session that had an event a moment ago. */
  marksRunning?: boolean;
};

/** An agent that thinks or runs its tests for so long still counts as running. */
const RUNNING_MS = 5 * 60_000;

function isRunning({ lastEventAt }: Pick<NoisySession, "lastEventAt">, asOf: string): boolean {
  return Math.abs(Date.parse(asOf) - Date.parse(lastEventAt)) < RUNNING_MS;
}

export function SessionName(props: SessionNameProps) {
  const { row, base, filter, timeZone, asOf, agentOrder, query, marksRunning = false } = props;
  return (
    <span className="block min-w-0 py-1">
      <span className="flex min-w-0 items-center gap-2">
        <Link
          href={sessionHref(base, row.number, { ...sessionQuery(filter), ...query })}
          look="plain"
          prefetch={false}
          className="block truncate font-medium hover:underline"
        >
          {row.title || `Session ${row.number}`}
        </Link>
        {marksRunning && isRunning(row, asOf) ? <Running /> : null}
      </span>
      <span className="flex items-center gap-1.5 text-2xs text-ink-3">
        <Monogram name={row.client} {...agentLook(agentOrder, "main", row.client)} />
        <span className="truncate">
          S-{row.number} · {row.client} ·{" "}
          <RelativeTime iso={row.lastEventAt} nowIso={asOf} timeZone={timeZone} look="absolute" />
        </span>
      </span>
    </span>
  );
}

function Running() {
  return (
    <span
      className="inline-flex shrink-0 items-center gap-1 text-2xs text-accent-ink"
      title="Had an event in the last 5 minutes"
    >
      <i aria-hidden className="size-[7px] rounded-full bg-accent" />
      running
    </span>
  );
}

export function MainCause({ cause }: { cause: NoisySession["cause"] }) {
  if (!cause) return null;
  return (
    <span className="flex items-baseline gap-2 text-xs leading-[1.3] text-ink-2">
      <NoiseSwatch noise={cause.noise} />
      <span className="line-clamp-2 [overflow-wrap:anywhere]">{causeWords(cause)}</span>
    </span>
  );
}
