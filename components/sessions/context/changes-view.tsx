"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { TransitionRow } from "@/server/core/context/views";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { Link } from "../../ui/link";
import { RelativeTime } from "../../ui/relative-time";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { Table, type TableColumn } from "../../ui/table";
import { EventName } from "../event-name";
import { MoreButton } from "../more-button";
import { type SessionScope, useSessionScope } from "../session-scope";
import { viewHref } from "../session-view";
import { actorWords } from "./words";

/** Who changed what the model sees of which event, the newest first. */
export function ChangesView() {
  const trpc = useTRPC();
  const scope = useSessionScope();
  const query = useInfiniteQuery(
    trpc.context.transitions.infiniteQueryOptions(
      { ...scope.place, limit: 100 },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
  );
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  if (query.error && rows.length === 0) {
    return <ErrorState onRetry={() => void query.refetch()}>{toShownFault(query.error).message}</ErrorState>;
  }
  if (query.isPending) return <Skeleton lines={6} className="mx-4 h-3" label="Loading the changes" />;
  if (rows.length === 0) {
    return (
      <EmptyState>
        Nothing was changed yet: the model sees every event in full. Runs, people and agents that archive or restore
        stand here.
      </EmptyState>
    );
  }
  return (
    <div>
      <h2 className="px-3.5 pt-4 pb-2 md:px-4">Changes of what the model sees</h2>
      <Table caption="Changes" columns={columnsOf(scope)} rows={rows} rowKey={({ id }) => id} fixed />
      <MoreButton
        shown={rows.length}
        noun={plural(rows.length, "change")}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  );
}

function columnsOf({ base, number, timeZone, nowIso, short }: SessionScope): TableColumn<TransitionRow>[] {
  return [
    {
      key: "event",
      head: "Event",
      width: "30%",
      rowHeader: true,
      phone: "main",
      cell: ({ ref, label }) => <EventName target={ref} label={label} />,
    },
    {
      key: "change",
      head: "Change",
      width: "200px",
      phone: "wide",
      cell: ({ from, to }) => (
        <span className="inline-flex flex-wrap items-center gap-x-1.5 text-xs">
          <ResidencyGlyph residency={from} withWord /> → <ResidencyGlyph residency={to} withWord />
        </span>
      ),
    },
    {
      key: "who",
      head: "By",
      width: "19%",
      cell: (row) =>
        row.run === null ? (
          <span className="text-xs [overflow-wrap:anywhere]">{actorWords(row)}</span>
        ) : (
          <Link
            href={viewHref(base, number, "runs", { run: String(row.run) })}
            prefetch={false}
            className="text-xs [overflow-wrap:anywhere]"
          >
            {actorWords(row)}
          </Link>
        ),
    },
    {
      key: "why",
      head: "Why",
      phone: "wide",
      cell: ({ reason, rule }) => (
        <span
          className="block py-1 text-xs leading-[1.35] text-ink-2 [overflow-wrap:anywhere]"
          title={rule ?? undefined}
        >
          {short(reason)}
        </span>
      ),
    },
    {
      key: "when",
      head: "When",
      width: "104px",
      align: "end",
      phone: "side",
      cell: ({ at }) => (
        <span className="text-xs">
          <RelativeTime iso={at} nowIso={nowIso} timeZone={timeZone} />
        </span>
      ),
    },
  ];
}
