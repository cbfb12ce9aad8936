"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { CheckpointRow } from "@/server/core/checkpoints/views";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { ListItem, MasterDetail } from "../../ui/master-detail";
import { RelativeTime } from "../../ui/relative-time";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { MoreButton } from "../more-button";
import { useSessionScope } from "../session-scope";
import { viewHref } from "../session-view";
import { CheckpointDetail } from "./checkpoint-detail";
import { CheckpointForm } from "./checkpoint-form";

/** Saved states of the session, the newest first; a form for a new one, and one to read and resume from. */
export function CheckpointsView({ checkpoint }: { checkpoint: number | null }) {
  const { base, number } = useSessionScope();
  return (
    <MasterDetail
      list={
        <>
          <CheckpointForm />
          <List checkpoint={checkpoint} />
        </>
      }
      detail={checkpoint === null ? null : <CheckpointDetail key={checkpoint} checkpoint={checkpoint} />}
      placeholder={
        <EmptyState>
          A checkpoint keeps the task, the decisions, the open work and the files, so that a fresh session goes on from
          here. Choose one to read what it would start from.
        </EmptyState>
      }
      detailLabel={checkpoint === null ? "Checkpoint" : `Checkpoint ${number}.${checkpoint}`}
      backHref={viewHref(base, number, "checkpoints")}
      backLabel="All checkpoints"
    />
  );
}

function List({ checkpoint }: { checkpoint: number | null }) {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const query = useInfiniteQuery(
    trpc.checkpoints.list.infiniteQueryOptions(
      { ...place },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
  );
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  if (query.error && rows.length === 0) {
    return <ErrorState onRetry={() => void query.refetch()}>{toShownFault(query.error).message}</ErrorState>;
  }
  if (query.isPending) return <Skeleton lines={4} className="mx-4 h-3" label="Loading the checkpoints" />;
  if (rows.length === 0) {
    return <EmptyState>No checkpoint yet. Save one before a long break, or when the window is nearly full.</EmptyState>;
  }
  return (
    <>
      <ul aria-label="Checkpoints">
        {rows.map((row) => (
          <Item key={row.number} row={row} isCurrent={row.number === checkpoint} />
        ))}
      </ul>
      <MoreButton
        shown={rows.length}
        noun={plural(rows.length, "checkpoint")}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}

function Item({ row, isCurrent }: { row: CheckpointRow; isCurrent: boolean }) {
  const { base, number, timeZone, nowIso } = useSessionScope();
  return (
    <ListItem
      href={viewHref(base, number, "checkpoints", { checkpoint: String(row.number) })}
      current={isCurrent}
      refName={row.name}
      title={row.note === "" ? "Without a note" : row.note}
      faded={row.note === ""}
      meta={
        <>
          <span className="truncate">
            {row.author.name}
            {row.resumed === null ? "" : `, resumed by ${row.resumed.by}`}
          </span>
          <RelativeTime iso={row.createdAt} nowIso={nowIso} timeZone={timeZone} />
        </>
      }
    />
  );
}
