import { recordRef } from "@/server/core/decisions/record-ref";
import { ESCALATE_AT, WARN_AT } from "@/server/core/failures/severity";
import { FAILURE_STATES, type FailureState } from "@/server/core/failures/states";
import type { FailureList, FailureView, FailureHistory as History } from "@/server/core/failures/views";
import type { Base } from "../telemetry/links";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { RelativeTime } from "../ui/relative-time";
import { Table, type TableColumn } from "../ui/table";
import { FailureCheck } from "./failure-check";
import { FailureDetail } from "./failure-detail";
import { FailureHistory } from "./failure-history";
import { typeWord } from "./failure-words";
import { type ReadPlace, type RecordPlace, roomHref } from "./links";
import { RecordRoom, type RoomSort, type RoomWords } from "./record-room";
import { FailureChip } from "./status-chip";
import { WeekBars } from "./week-bars";

const WORDS: RoomWords = {
  room: "failures",
  title: "Failures",
  search: "Error or command",
  statusLabel: "State",
  authorLabel: "Agent or person",
  newLabel: "Record a failure",
  empty: "No failures yet. A command, check or tool that fails in a session is listed here with its cause.",
};

const STATE_WORDS: Readonly<Record<FailureState, string>> = {
  escalate: "Escalated",
  warn: "Warning",
  once: "Seen once",
  resolved: "Resolved",
};

const SORTS: readonly RoomSort[] = [
  { value: "last", label: "Last occurrence" },
  { value: "often", label: "Most often" },
  { value: "first", label: "First occurrence" },
  { value: "newest", label: "Newest number" },
];

type FailuresScreenProps = {
  base: Base;
  names: { team: string; project: string };
  list: FailureList;
  history: History;
  place: ReadPlace<string, string>;
  chosen: FailureView | null;
  first: FailureView | null;
  diff: string | null;
};

/** What failed in this project, by fingerprint, and the failure that was chosen. */
export function FailuresScreen({ base, names, list, history, place, chosen, first, diff }: FailuresScreenProps) {
  const shown = chosen ?? first;
  const detailOf = (failure: FailureView | null) =>
    failure && <FailureDetail key={failure.number} base={base} failure={failure} diff={diff} />;
  return (
    <RecordRoom
      {...{ base, names, list, place }}
      words={WORDS}
      segments={[
        ...(place.status === "active" ? [{ value: "active", label: "All active" }] : []),
        ...FAILURE_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
      ]}
      sorts={SORTS}
      note={`warns at ${WARN_AT} occurrences, escalates at ${ESCALATE_AT}`}
      history={
        <>
          <FailureCheck base={base} />
          <FailureHistory {...{ base, history, place }} />
        </>
      }
      rows={
        <Table
          caption="Failures"
          fixed
          columns={columnsOf(base, list, place, shown?.number ?? null)}
          rows={list.rows}
          rowKey={(row) => String(row.number)}
          selectedKey={shown ? String(shown.number) : undefined}
        />
      }
      ratio="wide-list"
      detailLabel={shown ? `Failure ${recordRef("failure", shown.number)}` : "Failure"}
      chosen={detailOf(chosen)}
      first={detailOf(first)}
    />
  );
}

type Row = FailureList["rows"][number];

function columnsOf(base: Base, list: FailureList, place: RecordPlace, current: number | null): TableColumn<Row>[] {
  return [
    {
      key: "failure",
      head: "Failure",
      rowHeader: true,
      phone: "main",
      cell: (row) => (
        <span className="block leading-snug font-normal">
          <Link
            look="plain"
            data-record=""
            href={roomHref(base, "failures", place, row.number)}
            aria-current={row.number === current ? "true" : undefined}
            className="line-clamp-2 font-semibold [overflow-wrap:anywhere]"
          >
            {row.title}
          </Link>
          <span className="flex flex-wrap gap-x-2 text-2xs text-ink-3">
            <span className="font-mono">{recordRef("failure", row.number)}</span>
            <span>{typeWord(row.type)}</span>
            {row.agents.length === 0 ? null : <span>{row.agents.join(", ")}</span>}
            <span className="md:hidden">
              {row.occurrences === 1 ? "once" : `${formatExact(row.occurrences)} times`}, last{" "}
              <Last row={row} list={list} />
            </span>
          </span>
        </span>
      ),
    },
    {
      key: "weeks",
      head: "Last 12 weeks",
      width: "17%",
      phone: "hide",
      cell: (row) => <WeekBars counts={row.perWeek} />,
    },
    {
      key: "count",
      head: "Times",
      align: "end",
      width: "9%",
      phone: "hide",
      cell: (row) => <b className="font-semibold">{formatExact(row.occurrences)}</b>,
    },
    {
      key: "state",
      head: "State",
      width: "16%",
      phone: "side",
      cell: (row) => <FailureChip status={row.status} occurrences={row.occurrences} />,
    },
    {
      key: "last",
      head: "Last",
      width: "13%",
      phone: "hide",
      cell: (row) => (
        <span className="text-ink-3">
          <Last row={row} list={list} />
        </span>
      ),
    },
  ];
}

function Last({ row, list }: { row: Row; list: FailureList }) {
  return <RelativeTime iso={row.lastSeenAt} nowIso={list.asOf} timeZone={list.timeZone} />;
}
