"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTRPC, useTRPCClient } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { formatExact, formatTokens } from "../../ui/format";
import { Select } from "../../ui/select";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { MoreButton } from "../more-button";
import { useSessionScope } from "../session-scope";
import { useAddress } from "../use-address";
import { ProjectionPiece } from "./projection-piece";
import { TakeProjection } from "./take-projection";

const FORMATS = [
  { value: "events", label: "Events", noun: "event" },
  { value: "anthropic", label: "Anthropic messages", noun: "message" },
  { value: "openai", label: "OpenAI messages", noun: "message" },
  { value: "markdown", label: "Markdown", noun: "block" },
] as const;

const STATES = [
  { value: "current", label: "as it is now" },
  { value: "planned", label: "after a prune" },
] as const;

type ProjectionViewProps = { threads: readonly { readonly key: string; readonly agent: string }[] };

/** The session as it would go to the model: one window, in one format, as plain text. */
export function ProjectionView({ threads }: ProjectionViewProps) {
  const title = useId();
  const [threadName, setThread] = useAddress("thread");
  const [formatName, setFormat] = useAddress("format");
  const [stateName, setState] = useAddress("state");
  const thread = threads.find(({ key }) => key === threadName)?.key ?? threads[0]?.key ?? "main";
  const format = FORMATS.find(({ value }) => value === formatName) ?? FORMATS[0];
  const residencies = STATES.find(({ value }) => value === stateName)?.value ?? "current";
  return (
    <section aria-labelledby={title}>
      <div className="grid gap-3 px-3.5 pt-4 pb-3 md:px-4">
        <div>
          <h2 id={title}>What goes to the model</h2>
          <p className="max-w-[90ch] text-pretty text-ink-2">
            Each event in full, as its kept meaning, or as a marker. Markers lead back to the event. Thinking is left
            out: providers take it back only unchanged.
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          {threads.length > 1 ? (
            <Select
              label="Window"
              className="w-[200px] max-w-full"
              value={thread}
              onChange={(event) => setThread(event.currentTarget.value)}
              options={threads.map(({ key, agent }) => ({ value: key, label: agent || key }))}
            />
          ) : null}
          <Select
            label="Format"
            className="w-[200px] max-w-full"
            value={format.value}
            onChange={(event) => setFormat(event.currentTarget.value)}
            options={FORMATS.map(({ value, label }) => ({ value, label }))}
          />
          <Select
            label="State"
            className="w-[160px] max-w-full"
            value={residencies}
            onChange={(event) => setState(event.currentTarget.value)}
            options={STATES.map(({ value, label }) => ({ value, label }))}
          />
          <TakeProjection thread={thread} format={format.value} residencies={residencies} />
        </div>
      </div>
      <Pieces
        key={`${thread} ${format.value} ${residencies}`}
        input={{ thread, format: format.value, residencies }}
        noun={format.noun}
      />
    </section>
  );
}

type PiecesProps = {
  input: { thread: string; format: (typeof FORMATS)[number]["value"]; residencies: (typeof STATES)[number]["value"] };
  noun: string;
};

function Pieces({ input, noun }: PiecesProps) {
  const trpc = useTRPC();
  const api = useTRPCClient();
  const { place } = useSessionScope();
  const asked = { ...place, ...input };
  const query = useInfiniteQuery({
    queryKey: [...trpc.context.projectPage.queryKey(asked), "pages"],
    queryFn: ({ pageParam, signal }) => api.context.projectPage.query({ ...asked, from: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextAt,
  });
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  if (query.error && !first) {
    return <ErrorState onRetry={() => void query.refetch()}>{toShownFault(query.error).message}</ErrorState>;
  }
  if (!first) return <Skeleton lines={8} className="mx-4 h-3" label="Writing the window" />;
  const pieces = pages.flatMap((page) => page.pieces);
  return (
    <>
      <p
        role="status"
        className="px-3.5 pb-2 text-xs text-ink-3 md:px-4"
        title={`${formatExact(first.tokens)} tokens, estimated`}
      >
        About {formatTokens(first.tokens)} tokens in {formatExact(first.total)} {plural(first.total, noun)}.
        {first.omittedEvents > 0 ? ` ${formatExact(first.omittedEvents)} older events are left out.` : ""}
        {first.residencies === "full" ? " No plan could be made, so everything is in full." : ""}
      </p>
      {pieces.length === 0 ? (
        <EmptyState>An empty window. It fills with the session's next event.</EmptyState>
      ) : (
        <ol className="border-t border-line">
          {pieces.map((piece) => (
            <ProjectionPiece key={piece.at} piece={piece} />
          ))}
        </ol>
      )}
      <MoreButton
        shown={pieces.length}
        total={first.total}
        noun={plural(first.total, noun)}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
