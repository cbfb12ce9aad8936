"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { commitEffect, undoEffect } from "@/server/core/runs/effects";
import type { RunView } from "@/server/core/runs/views";
import { useTRPC, useTRPCClient } from "../../api/trpc";
import { policyName } from "../../policy/judged-words";
import { toShownFault } from "../../setup/fault";
import { policyHref } from "../../telemetry/links";
import { plural } from "../../telemetry/words";
import { type Fact, Facts } from "../../ui/facts";
import { formatExact } from "../../ui/format";
import { Link } from "../../ui/link";
import { ErrorState, Skeleton } from "../../ui/states";
import { MoreButton } from "../more-button";
import { type SessionScope, useSessionScope } from "../session-scope";
import { SessionTime } from "../session-time";
import { viewHref } from "../session-view";
import { ChangeBars } from "./change-bars";
import { EconomyFigures } from "./economics";
import { MoveTable, SummaryList } from "./move-table";
import { changedEvents, countOf, PASS_LOOK, RUN_PASSES, savedByPass, scopeWords, triggerWord } from "./run-words";
import { UndoneNotice, UndoRunButton } from "./undo-run";
import { type RunUndoer, useUndoRun } from "./use-undo-run";

const PAGE = 200;

/** One committed run: totals, economics, who asked, under which policy, and every verdict. */
export function RunDetail({ run }: { run: number }) {
  const trpc = useTRPC();
  const api = useTRPCClient();
  const { place } = useSessionScope();
  const undoer = useUndoRun();
  const input = { ...place, runNumber: run, limit: PAGE };
  const query = useInfiniteQuery({
    queryKey: [...trpc.prune.get.queryKey(input), "pages"],
    queryFn: ({ pageParam, signal }) => api.prune.get.query({ ...input, after: pageParam }, { signal }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.nextRef,
  });
  const [first] = query.data?.pages ?? [];
  if (query.error && !first) {
    return <ErrorState onRetry={() => void query.refetch()}>{toShownFault(query.error).message}</ErrorState>;
  }
  if (!first) return <Skeleton lines={8} className="mx-4 h-3" label={`Loading run ${run}`} />;
  const verdicts = query.data?.pages.flatMap((page) => page.verdicts) ?? [];
  return (
    <div className="grid">
      <Head run={first} verdicts={verdicts} isWhole={!query.hasNextPage} undoer={undoer} />
      {first.summaries.length > 0 ? (
        <section aria-label="Summaries" className="border-t border-line">
          <h3 className="px-3.5 pt-3 pb-1 md:px-4">
            Summaries <span className="font-normal text-ink-3">{formatExact(first.summaries.length)}</span>
          </h3>
          <SummaryList summaries={first.summaries} />
        </section>
      ) : null}
      <section aria-label="Verdicts" className="border-t border-line">
        <h3 className="px-3.5 pt-3 pb-1 md:px-4">What it changed</h3>
        <MoveTable moves={verdicts} caption={`Events that run ${run} changed`} />
        <MoreButton
          shown={verdicts.length}
          total={changedEvents(first.totals)}
          noun={plural(changedEvents(first.totals), "event")}
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      </section>
    </div>
  );
}

function firstPage(): string | null {
  return null;
}

type HeadProps = { run: RunView; verdicts: RunView["verdicts"]; isWhole: boolean; undoer: RunUndoer };

function Head({ run, verdicts, isWhole, undoer }: HeadProps) {
  const scope = useSessionScope();
  const { totals, threads } = run;
  return (
    <div className="grid gap-4 px-3.5 py-4 md:px-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>Run {run.number}</h2>
        <UndoRunButton run={run} undoer={undoer} />
      </div>
      <UndoneNotice run={run} undoer={undoer} />
      <ChangeBars
        beforeTokens={totals.beforeTokens}
        afterTokens={totals.afterTokens}
        summaryTokens={totals.summaryTokens}
        windowTokens={null}
        saved={isWhole ? savedByPass(verdicts) : { dedup: 0, "purge-errors": 0, "compress-stale": 0 }}
        words={{ before: "Before", after: "After" }}
      />
      {threads.map((thread) => (
        <div key={thread.thread} className="grid gap-1.5">
          {threads.length > 1 ? <h3>{thread.agent}</h3> : null}
          <EconomyFigures economy={thread} />
          <p className="text-xs text-ink-2">{thread.reason}</p>
        </div>
      ))}
      <Facts facts={factsOf(run, scope)} />
    </div>
  );
}

function factsOf(run: RunView, { base, number, capability, client }: SessionScope): Fact[] {
  const passes = RUN_PASSES.flatMap((pass) => {
    const count = countOf(run.totals, pass);
    return count > 0 ? [`${PASS_LOOK[pass].word} ${formatExact(count)}`] : [];
  });
  const applied =
    run.appliedAt === null ? (
      `not reported. ${run.undoneAt === null ? commitEffect(capability, client) : undoEffect(capability, client, false)}`
    ) : (
      <>
        <SessionTime iso={run.appliedAt} />
        {run.undoneAt === null ? "" : `. ${undoEffect(capability, client, true)}`}
      </>
    );
  return [
    { key: "when", name: "When", value: <SessionTime iso={run.at} /> },
    { key: "who", name: "Asked by", value: run.actor ?? "the pipeline" },
    { key: "trigger", name: "Trigger", value: `${triggerWord(run.trigger)}${run.stage ? `, in ${run.stage}` : ""}` },
    { key: "scope", name: "Scope", value: scopeWords(run) },
    { key: "passes", name: "Events", value: passes.length > 0 ? passes.join(", ") : "none" },
    {
      key: "protected",
      name: "Protected",
      value: (
        <>
          {formatExact(run.totals.protectedEvents)} {plural(run.totals.protectedEvents, "event")}.{" "}
          <Link href={viewHref(base, number, "blocked", { run: String(run.number) })} prefetch={false}>
            Removals that it was refused
          </Link>
        </>
      ),
    },
    {
      key: "policy",
      name: "Policy",
      value: (
        <Link href={policyHref(base, run.policyVersion)} prefetch={false}>
          {policyName(run.policyVersion)}
        </Link>
      ),
    },
    { key: "applied", name: "Applied", value: applied },
  ];
}
