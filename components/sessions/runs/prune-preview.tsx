"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { commitEffect } from "@/server/core/runs/effects";
import type { PreviewView, RunAnswerView } from "@/server/core/runs/views";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { Button } from "../../ui/button";
import { formatExact, formatTokens } from "../../ui/format";
import { Notice } from "../../ui/notice";
import { ErrorState, Skeleton } from "../../ui/states";
import { useToast } from "../../ui/toast";
import { useSessionScope } from "../session-scope";
import { viewHref } from "../session-view";
import { useRefresh } from "../use-refresh";
import { ChangeBars } from "./change-bars";
import { AutomaticWords, BreakEven, EconomyFigures } from "./economics";
import { PassChoice, type RunChoice } from "./pass-choice";
import { PreviewLists } from "./preview-lists";
import type { DiffRequest } from "./run-diff";
import { changedEvents, RUN_PASSES, runTopic, savedByPass } from "./run-words";
import { useUndoRun } from "./use-undo-run";

const SHOWN_ROWS = 500;

type PrunePreviewProps = { windowTokens: number | null; onClose: () => void };

/** What a prune run would change now, what it would cost and bring, and the button that commits it. */
export function PrunePreview({ windowTokens, onClose }: PrunePreviewProps) {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const [choice, setChoice] = useState<RunChoice>({ passes: [...RUN_PASSES], compact: false });
  const request = { ...place, ...requestOf(choice) };
  const commit = useCommit(request, onClose);
  const isDone = commit.data?.committed === true;
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...trpc.prune.preview.queryOptions({ ...request, limit: SHOWN_ROWS }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Until the run opens, what was committed stays in view: a new plan would say that nothing is to be done.
    enabled: !isDone,
  });
  const choose = (next: RunChoice) => {
    commit.reset();
    setChoice(next);
  };
  const again = () => {
    commit.reset();
    void refetch();
  };
  return (
    <section
      aria-labelledby="prune-preview"
      aria-busy={isFetching}
      className="border-b border-line shadow-[inset_3px_0_0_var(--color-accent)]"
    >
      <div className="grid gap-3 bg-accent-soft px-3.5 py-3 md:px-4">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-[200px] flex-1">
            <h2 id="prune-preview">Preview of a prune run</h2>
            <p className="text-xs text-ink-2" role="status">
              {isDone ? "Committed." : `${data ? movesWords(data) : "Planning."} Nothing has changed yet.`}
            </p>
          </div>
          {data ? <Economy data={data} /> : null}
          <Buttons
            data={isPlaceholderData ? undefined : data}
            isCommitting={commit.isPending || isDone}
            onCommit={() => data && commit.mutate({ ...request, expectedRevision: data.revision })}
            onClose={onClose}
          />
        </div>
        <PassChoice choice={choice} totals={data?.totals ?? null} onChange={choose} />
        <CommitEffect />
      </div>
      <CommitProblem commit={commit} onAgain={again} isFetching={isFetching} />
      {error && !data ? <ErrorState onRetry={again}>{toShownFault(error).message}</ErrorState> : null}
      {data ? <Shown data={data} windowTokens={windowTokens} request={requestOf(choice)} /> : null}
      {!data && !error ? <Skeleton lines={5} className="mx-4 h-3" label="Planning a run" /> : null}
    </section>
  );
}

/** Without a limit the request names no passes, so that it asks the same as a client does. */
function requestOf({ passes, compact }: RunChoice) {
  return { ...(passes.length === RUN_PASSES.length ? {} : { passes: [...passes] }), ...(compact ? { compact } : {}) };
}

function movesWords({ moves, threads, totals }: PreviewView): string {
  if (moves.total === 0 && totals.summaryTokens === 0) return "No event would change.";
  const windows = threads.filter((thread) => thread.moves > 0).length;
  const where = windows > 1 ? ` in ${windows} windows` : "";
  return `${formatExact(moves.total)} ${plural(moves.total, "event")} would change${where}.`;
}

function Economy({ data }: { data: PreviewView }) {
  const [only, second] = data.threads;
  if (!only || second) return null;
  return (
    <div className="flex items-start gap-6">
      <EconomyFigures economy={only.asked.economics} />
      <BreakEven economy={only.asked.economics} />
    </div>
  );
}

function useCommit(request: { team: string; project: string; number: number }, onClose: () => void) {
  const trpc = useTRPC();
  const toast = useToast();
  const router = useRouter();
  const refresh = useRefresh();
  const { undo } = useUndoRun();
  return useMutation(
    trpc.prune.run.mutationOptions({
      onSuccess: (answer) => {
        if (!answer.committed) return;
        const saved = answer.totals.beforeTokens - answer.totals.afterTokens;
        toast({
          topic: runTopic(request.number, answer.runNumber),
          message: `Run ${answer.runNumber} is committed: ${formatTokens(saved)} tokens are out.`,
          undo: () => undo(answer.runNumber),
        });
        onClose();
        void refresh();
        router.push(viewHref(request, request.number, "runs", { run: String(answer.runNumber) }), { scroll: false });
      },
    }),
  );
}

/** What a commit does to the client's own window: told before anyone presses the button. */
function CommitEffect() {
  const { capability, client } = useSessionScope();
  return (
    <p className="max-w-[90ch] text-xs text-pretty text-ink-2">
      <b className="font-medium text-ink">What a commit does:</b> {commitEffect(capability, client)}
    </p>
  );
}

type ButtonsProps = { data: PreviewView | undefined; isCommitting: boolean; onCommit: () => void; onClose: () => void };

function Buttons({ data, isCommitting, onCommit, onClose }: ButtonsProps) {
  const { base, number, denied } = useSessionScope();
  const closed = denied ?? (data === undefined ? "The plan is being made" : data.commits ? null : data.reason);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="ghost" onClick={onClose}>
        Discard
      </Button>
      <Button
        icon={<FileText aria-hidden />}
        href={viewHref(base, number, "projection", { state: "planned", thread: data?.threads[0]?.thread ?? "main" })}
      >
        As text
      </Button>
      <Button variant="primary" loading={isCommitting} disabledReason={closed} onClick={onCommit}>
        {isCommitting ? "Committing" : "Commit prune"}
      </Button>
    </div>
  );
}

type CommitState = { data: RunAnswerView | undefined; error: unknown };

function CommitProblem(props: { commit: CommitState; onAgain: () => void; isFetching: boolean }) {
  const { commit, onAgain, isFetching } = props;
  const again = (
    <Button size="sm" loading={isFetching} onClick={onAgain}>
      Preview again
    </Button>
  );
  if (commit.error) {
    const isConflict = isConflictError(commit.error);
    return (
      <Notice tone={isConflict ? "warn" : "danger"} live="alert" action={again}>
        {isConflict
          ? "Events arrived, or something was changed, since this preview. Nothing was committed."
          : `${toShownFault(commit.error).message} Nothing was committed.`}
      </Notice>
    );
  }
  if (commit.data && !commit.data.committed) {
    return (
      <Notice tone="warn" live="alert" action={commit.data.stop ? undefined : again}>
        Refused, nothing has changed. {commit.data.reason}
      </Notice>
    );
  }
  return null;
}

function isConflictError(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("data" in error)) return false;
  const { data } = error;
  return typeof data === "object" && data !== null && "code" in data && data.code === "CONFLICT";
}

type ShownProps = { data: PreviewView; windowTokens: number | null; request: DiffRequest };

function Shown({ data, windowTokens, request }: ShownProps) {
  const { capability } = useSessionScope();
  const { totals, threads, moves } = data;
  const isOne = threads.length === 1;
  return (
    <>
      {data.commits ? null : <Notice tone="info">{data.reason}</Notice>}
      <div className="grid gap-3 px-3.5 py-4 md:px-4">
        <ChangeBars
          beforeTokens={totals.beforeTokens}
          afterTokens={totals.afterTokens}
          summaryTokens={totals.summaryTokens}
          windowTokens={isOne ? windowTokens : null}
          saved={savedByPass(moves.rows)}
          words={isOne ? undefined : { before: `Now, ${threads.length} windows`, after: "After the run" }}
        />
        <ul className="grid gap-3">
          {threads.map((outlook) => (
            <li key={outlook.thread} className="grid gap-1.5">
              {isOne ? null : (
                <>
                  <h3>
                    {outlook.agent}{" "}
                    <span className="font-normal text-ink-3">
                      {formatTokens(outlook.beforeTokens)} → {formatTokens(outlook.afterTokens)}
                    </span>
                  </h3>
                  <EconomyFigures economy={outlook.asked.economics} />
                </>
              )}
              <AutomaticWords outlook={outlook} isLive={capability === "live"} />
            </li>
          ))}
        </ul>
        <p className="text-xs text-ink-3">
          {formatExact(changedEvents(totals))} by the passes, {formatExact(totals.protectedEvents)} protected. Sizes are
          estimated.
        </p>
      </div>
      <PreviewLists data={data} request={request} />
    </>
  );
}
