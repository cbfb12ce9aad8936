"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useId, useState } from "react";
import type { DiffRowView, FoldView, RunDiffView } from "@/server/core/runs/diff-view";
import { useTRPC, useTRPCClient } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { Button } from "../../ui/button";
import { formatExact, formatTokens } from "../../ui/format";
import { Select } from "../../ui/select";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { MoreButton } from "../more-button";
import { useSessionScope } from "../session-scope";
import { DiffRow } from "./diff-row";
import type { RunPass } from "./run-words";

const PAGE = 60;
/** So many rows of a fold are shown at once. */
const UNFOLDED = 200;

export type DiffRequest = { passes?: RunPass[]; compact?: boolean };

type RunDiffProps = {
  request: DiffRequest;
  /** Of the preview: when the session has changed since, the diff says so. */
  revision: number;
  windows: readonly { thread: string; agent: string }[];
};

/** What a run would make of a window, place by place in the order in which the model sees it. */
export function RunDiff({ request, revision, windows }: RunDiffProps) {
  const title = useId();
  const [chosen, choose] = useState<string | null>(null);
  const window = windows.some(({ thread }) => thread === chosen) ? chosen : (windows[0]?.thread ?? "main");
  return (
    <section aria-labelledby={title} className="border-t border-line">
      <div className="flex flex-wrap items-end justify-between gap-3 px-3.5 pt-3 pb-2 md:px-4">
        <h3 id={title}>
          The window, before and after <span className="font-normal text-ink-3">in the order the model sees it</span>
        </h3>
        {windows.length > 1 ? (
          <Select
            label="Window"
            className="w-[220px] max-w-full"
            value={window ?? "main"}
            onChange={(event) => choose(event.currentTarget.value)}
            options={windows.map(({ thread, agent }) => ({ value: thread, label: agent }))}
          />
        ) : null}
      </div>
      <Rows
        key={`${window} ${revision}`}
        request={{ ...request, window: window ?? "main", expectedRevision: revision }}
      />
    </section>
  );
}

type WindowRequest = DiffRequest & { window: string; expectedRevision: number };

function Rows({ request }: { request: WindowRequest }) {
  const trpc = useTRPC();
  const api = useTRPCClient();
  const { place } = useSessionScope();
  const input = { ...place, ...request, limit: PAGE };
  const query = useInfiniteQuery({
    queryKey: [...trpc.prune.diff.queryKey(input), "pages"],
    queryFn: ({ pageParam, signal }) => api.prune.diff.query({ ...input, from: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextAt,
    staleTime: 0,
  });
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  if (query.error && !first) {
    return <ErrorState onRetry={() => void query.refetch()}>{toShownFault(query.error).message}</ErrorState>;
  }
  if (!first) return <Skeleton lines={6} className="mx-4 h-3" label="Comparing the window before and after" />;
  const rows = pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState>An empty window: nothing to compare.</EmptyState>;
  const changes = rows.filter((row) => !("rows" in row)).length;
  return (
    <>
      <p className="px-3.5 pb-2 text-xs text-ink-3 md:px-4">{countWords(first)}</p>
      <ol className="border-t border-line">
        {rows.map((row) =>
          "rows" in row ? <Fold key={row.at} fold={row} request={request} /> : <DiffRow key={row.at} row={row} />,
        )}
      </ol>
      <MoreButton
        shown={changes}
        noun={plural(changes, "change")}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}

function countWords({ counts, beforeTokens, afterTokens }: RunDiffView): string {
  const parts = [
    `${formatExact(counts.same)} unchanged`,
    `${formatExact(counts.changed)} changed`,
    ...(counts.removed > 0 ? [`${formatExact(counts.removed)} replaced by summaries`] : []),
    ...(counts.added > 0
      ? [`${formatExact(counts.added)} ${plural(counts.added, "summary", "summaries")} put in`]
      : []),
  ];
  return `${parts.join(", ")}; ${formatTokens(beforeTokens)} → ${formatTokens(afterTokens)} tokens.`;
}

function Fold({ fold, request }: { fold: FoldView; request: WindowRequest }) {
  const [isOpen, setOpen] = useState(false);
  const { rows, tokens, change } = fold;
  const what = change === "unchanged" ? "unchanged" : "replaced by the summary below";
  return (
    <li className="border-b border-line last:border-b-0">
      <Button
        variant="ghost"
        size="sm"
        className="w-full justify-start rounded-none px-3.5! text-ink-3 md:px-4!"
        aria-expanded={isOpen}
        icon={isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {`${formatExact(rows)} ${plural(rows, "message")} ${what}, ${formatTokens(tokens)} tokens`}
      </Button>
      {isOpen ? <Unfolded fold={fold} request={request} /> : null}
    </li>
  );
}

function Unfolded({ fold, request }: { fold: FoldView; request: WindowRequest }) {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const { data, error, refetch } = useQuery(
    trpc.prune.diff.queryOptions({ ...place, ...request, from: fold.at, to: fold.at + fold.rows, limit: UNFOLDED }),
  );
  if (error && !data) return <ErrorState onRetry={() => void refetch()}>{toShownFault(error).message}</ErrorState>;
  if (!data) return <Skeleton lines={3} className="mx-4 h-3" label="Opening" />;
  const rows = data.rows.filter((row): row is DiffRowView => !("rows" in row));
  return (
    <>
      <ol>
        {rows.map((row) => (
          <DiffRow key={row.at} row={row} />
        ))}
      </ol>
      {rows.length < fold.rows ? (
        <p className="px-4 py-2 text-xs text-ink-3">{`The first ${formatExact(rows.length)} of ${formatExact(fold.rows)}; the timeline has them all.`}</p>
      ) : null}
    </>
  );
}
