import clsx from "clsx";
import { type FilterProblem, hasDimensions, NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import type { SessionList, SessionRow, SessionSort } from "@/server/core/telemetry/session-views";
import { ContextBar } from "../charts/context-bar";
import { ConnectFirst } from "../telemetry/connect-first";
import { DownloadLink } from "../telemetry/download-link";
import { FilterControls } from "../telemetry/filter-controls";
import { type Base, projectHref, sessionHref, sessionQuery, sessionsHref, writeList } from "../telemetry/links";
import { MainCause, SessionName } from "../telemetry/noisiest-sessions";
import { FilterProblems, LagNotice } from "../telemetry/notices";
import { segmentsOf } from "../telemetry/segments";
import { tenthWords } from "../telemetry/words";
import { Button } from "../ui/button";
import { Chip } from "../ui/chip";
import { FilterChip } from "../ui/filters";
import { formatExact, formatMoney, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { PageHead } from "../ui/page-head";
import { LoadMore } from "../ui/pagination";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { Table, type TableColumn } from "../ui/table";
import { listQuery } from "./list-place";
import { SessionSearch } from "./session-search";

type SessionListScreenProps = {
  base: Base;
  names: { team: string; project: string };
  list: SessionList;
  search: string;
  /** The page is not the first. */
  isLaterPage: boolean;
  problems: readonly FilterProblem[];
};

/** The sessions that a filter touches, newest or noisiest first, with their figures inside the filter. */
export function SessionListScreen(props: SessionListScreenProps) {
  const { base, names, list, search, isLaterPage, problems } = props;
  const place = { filter: list.filter, sort: list.sort, search, window: list.window };
  const isNew = list.inProject === 0;
  return (
    <>
      <PageHead
        title="Sessions"
        note={isNew ? undefined : `${formatExact(list.inProject)} in the project`}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
        actions={
          isNew ? undefined : (
            <DownloadLink
              withWords="wide"
              label="Export CSV"
              href={`${projectHref(base)}/sessions/export/list?${writeList(place)}`}
            />
          )
        }
      >
        {isNew ? null : (
          <FilterControls
            filter={list.filter}
            range={list.range}
            timeZone={list.timeZone}
            hrefOf={(filter) => sessionsHref(base, { ...place, filter })}
            menu={{ base, page: "sessions", sort: list.sort, search, window: list.window }}
          >
            {list.window === null ? null : (
              <FilterChip
                field="Fullest request"
                operator="is"
                value={tenthWords(list.window)}
                removeHref={sessionsHref(base, { ...place, window: null })}
              />
            )}
          </FilterControls>
        )}
      </PageHead>
      <Sheet>
        <FilterProblems problems={problems} />
        {isNew ? (
          <ConnectFirst base={base} />
        ) : (
          <>
            <LagNotice lag={list.lag} asOf={list.asOf} />
            <SessionSearch search={search} hrefWithout={sessionsHref(base, { ...place, search: "" })} />
            <Table
              caption="Sessions"
              fixed
              columns={columnsOf(list, base, search)}
              rows={list.rows}
              rowKey={(row) => String(row.number)}
              empty={<NoSession base={base} list={list} search={search} />}
            />
            <ListEnd base={base} list={list} search={search} isLaterPage={isLaterPage} />
          </>
        )}
      </Sheet>
    </>
  );
}

type ListEndProps = Pick<SessionListScreenProps, "base" | "list" | "search" | "isLaterPage">;

/** How many are shown, and the ways to the other pages. */
function ListEnd({ base, list, search, isLaterPage }: ListEndProps) {
  if (list.rows.length === 0) return null;
  const place = { filter: list.filter, sort: list.sort, search, window: list.window };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <div className="min-w-0 flex-1">
        <LoadMore
          shown={list.rows.length}
          noun={isLaterPage ? "sessions on this page" : "sessions"}
          nextHref={list.nextCursor ? sessionsHref(base, { ...place, cursor: list.nextCursor }) : null}
        />
      </div>
      {isLaterPage ? (
        <Button size="sm" variant="ghost" href={sessionsHref(base, place)} className="mr-4">
          First page
        </Button>
      ) : null}
    </div>
  );
}

function columnsOf(list: SessionList, base: Base, search: string): TableColumn<SessionRow>[] {
  const { timeZone, asOf, agentOrder, filter, sort, window } = list;
  const query = listQuery({ filter, sort, search, window });
  /** Figures go down from the largest; by time a second press turns the order round. */
  const sortBy = (key: SessionSort) => ({
    href: sessionsHref(base, { filter, search, window, sort: key === "date" && sort === "date" ? "oldest" : key }),
    direction: directionOf(key, sort),
  });
  return [
    {
      key: "session",
      head: "Session, last event",
      width: "22%",
      phone: "main",
      rowHeader: true,
      sort: sortBy("date"),
      cell: (row) => <SessionName row={row} {...{ base, filter, timeZone, asOf, agentOrder, query }} marksRunning />,
    },
    { key: "who", head: "Who, branch", width: "12%", phone: "hide", cell: (row) => <Who row={row} /> },
    { key: "how", head: "Model, stage", width: "11%", phone: "hide", cell: (row) => <How row={row} /> },
    {
      key: "entered",
      head: "Entered",
      width: "10%",
      phone: "wide",
      cell: (row) => (
        <ContextBar label={row.title ?? `Session ${row.number}`} segments={segmentsOf(row.fills, row.figures.noise)} />
      ),
    },
    {
      key: "added",
      head: "Added",
      width: "7%",
      align: "end",
      phone: "hide",
      sort: sortBy("added"),
      cell: (row) => formatTokens(row.figures.addedTokens),
    },
    {
      key: "noise",
      head: "Noise",
      width: "7%",
      align: "end",
      phone: "side",
      sort: sortBy("noise"),
      cell: (row) => (
        <Noise row={row} href={sessionHref(base, row.number, { noise: "proven", ...sessionQuery(filter), ...query })} />
      ),
    },
    {
      key: "carried",
      head: "Carried",
      width: "7%",
      align: "end",
      phone: "hide",
      sort: sortBy("carried"),
      cell: (row) => formatTokens(row.figures.carriedTokens),
    },
    {
      key: "cost",
      head: "Cost",
      width: "7%",
      align: "end",
      phone: "hide",
      sort: sortBy("cost"),
      cell: (row) => <Cost row={row} />,
    },
    { key: "cause", head: "Main cause", phone: "wide", cell: (row) => <MainCause cause={row.cause} /> },
  ];
}

function directionOf(key: SessionSort, sort: SessionSort): "ascending" | "descending" | null {
  if (key === "date" && sort === "oldest") return "ascending";
  return key === sort ? "descending" : null;
}

function Who({ row }: { row: SessionRow }) {
  return <TwoLines first={row.person} second={row.branch} mono />;
}

function How({ row }: { row: SessionRow }) {
  return <TwoLines first={row.model} second={row.stage} />;
}

/** Two facts of a session, one above the other; what nobody told is a dash. */
function TwoLines({ first, second, mono }: { first: string | null; second: string | null; mono?: boolean }) {
  return (
    <span className="block text-xs">
      <span className="block truncate" title={first ?? undefined}>
        {first || "–"}
      </span>
      <span className={clsx("block truncate text-2xs text-ink-3", mono && "font-mono")} title={second ?? undefined}>
        {second ?? ""}
      </span>
    </span>
  );
}

function Noise({ row, href }: { row: SessionRow; href: string }) {
  if (!row.analysed && row.figures.provenTokens === 0) {
    return (
      <Chip tone="info" title="The analysis has not seen the newest upload">
        waits
      </Chip>
    );
  }
  return (
    <Link
      look="plain"
      prefetch={false}
      href={href}
      className="font-semibold hover:underline"
      title={`${formatExact(row.figures.provenTokens)} tokens, estimated`}
    >
      {formatTokens(row.figures.provenTokens)}
      <span className="font-normal text-ink-3 md:hidden"> noise</span>
    </Link>
  );
}

function Cost({ row }: { row: SessionRow }) {
  const { costUsd } = row.figures;
  return costUsd === null ? <span className="text-ink-3">unknown</span> : formatMoney(costUsd);
}

function NoSession({ base, list, search }: { base: Base; list: SessionList; search: string }) {
  const narrowed = hasDimensions(list.filter) || search !== "" || list.window !== null;
  return (
    <EmptyState
      action={
        <div className="flex flex-wrap gap-2">
          <Button href={sessionsHref(base, { filter: withChange(list.filter, { range: "all" }), search })}>
            Show all time
          </Button>
          {narrowed ? (
            <Button href={sessionsHref(base, { filter: withChange(NO_FILTER, { range: "all" }) })}>
              Remove all filters
            </Button>
          ) : null}
        </div>
      }
    >
      {narrowed ? "No session matches in this range." : "No session in this range."} Choose a longer range or fewer
      filters.
    </EmptyState>
  );
}
