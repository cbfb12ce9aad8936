"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import type { BlockedView as Blocked } from "@/server/core/runs/views";
import { useTRPC, useTRPCClient } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { formatExact } from "../../ui/format";
import { Link } from "../../ui/link";
import { Select } from "../../ui/select";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { TextField } from "../../ui/text-field";
import { MoreButton } from "../more-button";
import { useSessionScope } from "../session-scope";
import { viewHref } from "../session-view";
import { BlockedTable } from "./move-table";

const PAGE = 500;
const ANY = "";

/** Removals that a rule wanted and a protection stopped: of the plan that stands, or of one run. */
export function BlockedView({ run }: { run: number | null }) {
  const trpc = useTRPC();
  const api = useTRPCClient();
  const { place } = useSessionScope();
  const input = { ...place, runNumber: run, limit: PAGE };
  const query = useInfiniteQuery({
    queryKey: [...trpc.prune.blocked.queryKey(input), "pages"],
    queryFn: ({ pageParam, signal }) => api.prune.blocked.query({ ...input, after: pageParam }, { signal }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.nextRef,
  });
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <div>
      <Lead run={run} total={total} isLoading={query.isPending} />
      {query.error && rows.length === 0 ? (
        <ErrorState onRetry={() => void query.refetch()}>{toShownFault(query.error).message}</ErrorState>
      ) : null}
      {query.isPending ? <Skeleton lines={6} className="mx-4 h-3" label="Loading blocked removals" /> : null}
      {rows.length > 0 ? <Filtered rows={rows} /> : null}
      {rows.length > 0 ? (
        <MoreButton
          shown={rows.length}
          total={total}
          noun="blocked removals"
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

function firstPage(): string | null {
  return null;
}

function Lead({ run, total, isLoading }: { run: number | null; total: number; isLoading: boolean }) {
  const { base, number } = useSessionScope();
  const of = run === null ? "the plan that stands now" : `run ${run}`;
  return (
    <div className="px-3.5 pt-4 pb-3 md:px-4">
      <h2>Blocked removals</h2>
      <p className="max-w-[90ch] text-pretty text-ink-2">
        {isLoading ? "" : `${formatExact(total)} ${plural(total, "removal")} of ${of} `}
        {isLoading ? "" : total === 1 ? "was stopped. " : "were stopped. "}
        {total === 0 && !isLoading
          ? "A protection stops a rule where it would take out what must stay; here none had to."
          : "A rule would have taken these out; a protection kept them."}{" "}
        {run === null ? null : (
          <Link href={viewHref(base, number, "blocked")} prefetch={false}>
            Show those of the plan that stands now
          </Link>
        )}
      </p>
    </div>
  );
}

function Filtered({ rows }: { rows: readonly Blocked[] }) {
  const [protection, setProtection] = useState(ANY);
  const [text, setText] = useState("");
  const protections = countBy(rows);
  const wanted = text.trim().toLowerCase();
  const shown = rows.filter(
    (row) => (protection === ANY || row.protection === protection) && (wanted === "" || wordsOf(row).includes(wanted)),
  );
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 border-b border-line px-3.5 pb-3 md:px-4">
        <Select
          label="Protected by"
          className="w-[260px] max-w-full"
          value={protection}
          onChange={(event) => setProtection(event.currentTarget.value)}
          options={[
            { value: ANY, label: `any protection (${formatExact(rows.length)})` },
            ...protections.map(([name, count]) => ({ value: name, label: `${name} (${formatExact(count)})` })),
          ]}
        />
        <TextField
          label="Find"
          type="search"
          placeholder="Event, rule, pattern, reason"
          className="w-[260px] max-w-full"
          maxLength={200}
          icon={<Search aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <span role="status" className="pb-1.5 text-xs text-ink-3">
          {shown.length === rows.length ? "" : `${formatExact(shown.length)} of ${formatExact(rows.length)} shown`}
        </span>
      </div>
      {shown.length > 0 ? (
        <BlockedTable rows={shown} caption="Removals that a protection stopped" />
      ) : (
        <EmptyState>No blocked removal matches. Choose any protection, or search for less.</EmptyState>
      )}
    </>
  );
}

function wordsOf({ label, rule, protection, pattern, reason }: Blocked): string {
  return [label, rule, protection, pattern ?? "", reason].join("\n").toLowerCase();
}

function countBy(rows: readonly Blocked[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { protection } of rows) counts.set(protection, (counts.get(protection) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}
