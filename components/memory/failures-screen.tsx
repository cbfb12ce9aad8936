import { recordRef } from "@/server/core/decisions/record-ref";
import { ESCALATE_AT, WARN_AT } from "@/server/core/failures/severity";
import type { FailureList, FailureRow, FailureView } from "@/server/core/failures/views";
import { type Base, projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { FilterBar, SegmentedControl } from "../ui/filters";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { MasterDetail } from "../ui/master-detail";
import { PageHead } from "../ui/page-head";
import { LoadMore } from "../ui/pagination";
import { RelativeTime } from "../ui/relative-time";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { Table, type TableColumn } from "../ui/table";
import { FailureDetail } from "./failure-detail";
import { typeWord } from "./failure-words";
import { type RecordPlace, roomHref } from "./links";
import { ListKeys } from "./list-keys";
import { RecordSearch } from "./record-search";
import { FailureChip } from "./status-chip";

type FailuresScreenProps = {
  base: Base;
  names: { team: string; project: string };
  list: FailureList;
  place: RecordPlace;
  chosen: FailureView | null;
  first: FailureView | null;
};

/** What failed in this project, by fingerprint, and the failure that was chosen. */
export function FailuresScreen({ base, names, list, place, chosen, first }: FailuresScreenProps) {
  const counts = new Map(list.counts.map(({ status, count }) => [status, count]));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const hrefOf = (change: RecordPlace) => roomHref(base, "failures", { ...place, cursor: null, ...change });
  const shown = chosen ?? first;
  return (
    <>
      <PageHead
        title="Failures"
        note={total === 0 ? undefined : `${formatExact(counts.get("active") ?? 0)} active of ${formatExact(total)}`}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
      >
        {total === 0 ? null : (
          <FilterBar>
            <RecordSearch
              label="An error or a command"
              search={place.search ?? ""}
              hrefWithout={hrefOf({ search: "" })}
            />
            <SegmentedControl
              label="State"
              current={place.status ?? "all"}
              segments={[
                { key: "all", label: "All", count: formatExact(total), href: hrefOf({ status: null }) },
                ...(["active", "resolved"] as const).map((status) => ({
                  key: status,
                  label: status === "active" ? "Active" : "Resolved",
                  count: formatExact(counts.get(status) ?? 0),
                  href: hrefOf({ status }),
                })),
              ]}
            />
          </FilterBar>
        )}
      </PageHead>
      <Sheet>
        {total === 0 ? (
          <EmptyState action={<Button href={`${projectHref(base)}/sessions`}>Open sessions</Button>}>
            No failures yet. A command, check or tool that fails in a session is listed here with its cause.
          </EmptyState>
        ) : (
          <MasterDetail
            ratio="wide-list"
            backHref={roomHref(base, "failures", place)}
            backLabel="All failures"
            detailLabel={shown ? `Failure ${recordRef("failure", shown.number)}` : "Failure"}
            list={<List base={base} list={list} place={place} current={shown?.number ?? null} />}
            detail={chosen && <FailureDetail key={chosen.number} base={base} failure={chosen} />}
            placeholder={first ? <FailureDetail key={first.number} base={base} failure={first} /> : null}
          />
        )}
      </Sheet>
    </>
  );
}

type ListProps = { base: Base; list: FailureList; place: RecordPlace; current: number | null };

function List({ base, list, place, current }: ListProps) {
  const { rows, nextCursor } = list;
  return (
    <ListKeys label="Failures">
      <p className="border-b border-line px-3.5 py-2 text-xs text-ink-3 md:px-4">
        A fingerprint warns at {WARN_AT} occurrences and escalates at {ESCALATE_AT}.
      </p>
      <Table
        caption="Failures"
        fixed
        columns={columnsOf(base, list, place, current)}
        rows={rows}
        rowKey={(row) => String(row.number)}
        selectedKey={current === null ? undefined : String(current)}
        empty={
          <EmptyState action={<Button href={roomHref(base, "failures")}>Remove all filters</Button>}>
            No failure matches. Search for a shorter part of the error, or choose another state.
          </EmptyState>
        }
      />
      {rows.length === 0 ? null : (
        <LoadMore
          shown={rows.length}
          noun={place.cursor ? "failures on this page" : "failures"}
          nextHref={nextCursor === null ? null : roomHref(base, "failures", { ...place, cursor: nextCursor })}
        />
      )}
    </ListKeys>
  );
}

function columnsOf(
  base: Base,
  list: FailureList,
  place: RecordPlace,
  current: number | null,
): TableColumn<FailureRow>[] {
  return [
    {
      key: "failure",
      head: "Failure",
      rowHeader: true,
      phone: "wide",
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
            <span>{row.agents.join(", ")}</span>
          </span>
        </span>
      ),
    },
    {
      key: "count",
      head: "Times",
      align: "end",
      width: "9%",
      phone: "labelled",
      cell: (row) => <b className="font-semibold">{formatExact(row.occurrences)}</b>,
    },
    {
      key: "state",
      head: "State",
      width: "17%",
      phone: "labelled",
      cell: (row) => <FailureChip status={row.status} occurrences={row.occurrences} />,
    },
    {
      key: "last",
      head: "Last",
      width: "14%",
      phone: "labelled",
      cell: (row) => (
        <span className="text-ink-3">
          <RelativeTime iso={row.lastSeenAt} nowIso={list.asOf} timeZone={list.timeZone} />
        </span>
      ),
    },
  ];
}
