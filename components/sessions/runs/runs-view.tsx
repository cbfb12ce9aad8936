"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import type { RunRowView } from "@/server/core/runs/views";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { Chip } from "../../ui/chip";
import { formatExact, formatTokens } from "../../ui/format";
import { ListItem, MasterDetail } from "../../ui/master-detail";
import { RelativeTime } from "../../ui/relative-time";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { MoreButton } from "../more-button";
import { useSessionScope } from "../session-scope";
import { viewHref } from "../session-view";
import { RunDetail } from "./run-detail";
import { changedEvents } from "./run-words";

/** Committed runs, the newest first; one of them with everything that it changed. */
export function RunsView({ run }: { run: number | null }) {
  const trpc = useTRPC();
  const { base, number, place } = useSessionScope();
  const query = useInfiniteQuery(
    trpc.prune.list.infiniteQueryOptions({ ...place }, { getNextPageParam: (page) => page.nextCursor ?? undefined }),
  );
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  if (query.error && rows.length === 0) {
    return <ErrorState onRetry={() => void query.refetch()}>{toShownFault(query.error).message}</ErrorState>;
  }
  if (query.isPending) return <Skeleton lines={6} className="mx-4 h-3" label="Loading the runs" />;
  if (rows.length === 0 && run === null) {
    return (
      <EmptyState>
        No run was committed yet. Preview prune shows what one would change; agents of live clients run it themselves.
      </EmptyState>
    );
  }
  const list = (
    <>
      <ul aria-label="Committed runs">
        {rows.map((row) => (
          <RunItem key={row.number} row={row} isCurrent={row.number === run} />
        ))}
      </ul>
      <MoreButton
        shown={rows.length}
        noun={plural(rows.length, "run")}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
  return (
    <MasterDetail
      list={list}
      detail={run === null ? null : <RunDetail key={run} run={run} />}
      placeholder={<EmptyState>Choose a run to see what it changed, and why.</EmptyState>}
      detailLabel={run === null ? "Run" : `Run ${run}`}
      backHref={viewHref(base, number, "runs")}
      backLabel="All runs"
    />
  );
}

function RunItem({ row, isCurrent }: { row: RunRowView; isCurrent: boolean }) {
  const { base, number, timeZone, nowIso } = useSessionScope();
  const { beforeTokens, afterTokens } = row.totals;
  const changed = changedEvents(row.totals);
  return (
    <ListItem
      href={viewHref(base, number, "runs", { run: String(row.number) })}
      current={isCurrent}
      refName={`run ${row.number}`}
      title={
        <>
          {row.undoneAt === null ? (
            formatTokens(beforeTokens - afterTokens)
          ) : (
            <s>{formatTokens(beforeTokens - afterTokens)}</s>
          )}{" "}
          out{" "}
          <span className="font-normal text-ink-3">
            {formatExact(changed)} {plural(changed, "event")}
          </span>
        </>
      }
      meta={
        <>
          {row.undoneAt === null ? null : <Chip icon={<Undo2 aria-hidden />}>undone</Chip>}
          <span className="truncate">{row.actor ?? "the pipeline"}</span>
          <RelativeTime iso={row.at} nowIso={nowIso} timeZone={timeZone} />
        </>
      }
    />
  );
}
