import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { SessionDetail, ThreadSummary } from "@/server/core/telemetry/session-views";
import { treeOf } from "@/server/core/telemetry/thread-tree";
import { agentLook } from "../telemetry/agent-look";
import { type Base, sessionHref } from "../telemetry/links";
import { plural } from "../telemetry/words";
import { formatExact, formatPercent, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { Monogram } from "../ui/monogram";
import { Table } from "../ui/table";
import { Disclosure } from "./disclosure";

type ThreadTreeProps = {
  base: Base;
  session: SessionDetail;
  current: string;
  /** What stays in the address. */
  query: Readonly<Record<string, string>>;
};

const INDENT_PX = 18;
const DEEPEST = 6;

/** Who started whom: every thread below the one that called it, with what it cost and how it ended. */
export function ThreadTree({ base, session, current, query }: ThreadTreeProps) {
  const rows = treeOf(session.threads);
  const agents = [...new Set(session.threads.map((thread) => thread.agent))];
  return (
    <Disclosure
      title={`${formatExact(session.threads.length)} ${plural(session.threads.length, "thread")}`}
      summary={agents.join(", ")}
    >
      <Table
        caption="Threads"
        dense
        flush
        rows={rows}
        rowKey={({ thread }) => thread.key}
        selectedKey={current}
        columns={[
          {
            key: "thread",
            head: "Thread",
            phone: "main",
            rowHeader: true,
            cell: ({ thread, depth }) => (
              <span
                className="flex min-w-0 items-center gap-2"
                style={{ paddingLeft: Math.min(depth, DEEPEST) * INDENT_PX }}
              >
                {depth > 0 ? <span className="sr-only">Level {depth + 1}: </span> : null}
                <Monogram name={thread.agent} {...agentLook(session.agentOrder, thread.agent, session.client)} />
                <Link
                  href={sessionHref(base, session.number, { thread: thread.key, ...query })}
                  look="plain"
                  prefetch={false}
                  className="max-w-[36ch] truncate hover:underline"
                  title={thread.label ?? thread.key}
                >
                  {thread.agent}
                  {thread.label && thread.label !== thread.agent ? (
                    <span className="text-ink-3"> {thread.label}</span>
                  ) : null}
                </Link>
              </span>
            ),
          },
          {
            key: "tokens",
            head: "≈ Tokens",
            align: "end",
            phone: "side",
            cell: ({ thread }) => formatTokens(thread.addedTokens),
          },
          { key: "noise", head: "≈ Noise", align: "end", phone: "hide", cell: ({ thread }) => noiseWords(thread) },
          { key: "status", head: "Status", phone: "wide", cell: ({ thread }) => <Status thread={thread} /> },
        ]}
      />
    </Disclosure>
  );
}

function noiseWords({ addedTokens, provenTokens }: ThreadSummary): string {
  return `${formatTokens(provenTokens)}, ${formatPercent(addedTokens === 0 ? 0 : provenTokens / addedTokens)}`;
}

/** How a thread stands, as far as its caller's events tell. */
function Status({ thread }: { thread: ThreadSummary }) {
  const { icon, words } = statusOf(thread);
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-ink-2 [&_svg.lucide]:size-3.5">
      {icon}
      {words}
      {thread.errors > 0 ? `, ${formatExact(thread.errors)} failed ${plural(thread.errors, "call")}` : ""}
    </span>
  );
}

function statusOf({ parentKey, spawnedBy }: ThreadSummary): { icon: ReactNode; words: string } {
  if (parentKey === null) return { icon: null, words: "the session's own" };
  if (!spawnedBy) return { icon: <CircleDashed aria-hidden />, words: "its call is not known" };
  if (spawnedBy.resultRef === null) return { icon: <CircleDashed aria-hidden />, words: "no result yet" };
  return spawnedBy.outcome === "error"
    ? { icon: <TriangleAlert aria-hidden className="text-danger" />, words: "ended with an error" }
    : { icon: <CircleCheck aria-hidden className="text-ok" />, words: "gave its result" };
}
