import { ChevronLeft, ChevronRight } from "lucide-react";
import { NO_FILTER } from "@/server/core/telemetry/filter";
import type { Outline, SessionDetail, ThreadSummary, TimelineRow } from "@/server/core/telemetry/session-views";
import { ThreadTabs } from "../charts/thread-tabs";
import { agentLook } from "../telemetry/agent-look";
import { type Base, projectHref, sessionHref, sessionsHref } from "../telemetry/links";
import { IconButton } from "../ui/button";
import { formatPercent, formatTokens } from "../ui/format";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { FindingsSlot } from "./findings-slot";
import { SessionBudget, threadSegments } from "./session-budget";
import { SessionFigures } from "./session-figures";
import { SessionMeta } from "./session-meta";
import { Timeline } from "./timeline/timeline";

type SessionScreenProps = {
  base: Base;
  names: { team: string; project: string };
  session: SessionDetail;
  /** The thread that is shown; null when the session has none. */
  thread: ThreadSummary | null;
  outline: Outline | null;
  initialRows: readonly TimelineRow[];
  /** An event in the address that the session does not have. */
  missingEvent: string | null;
};

/** One session: its windows before and after the plan, its threads, and every event with its reason. */
export function SessionScreen(props: SessionScreenProps) {
  const { base, names, session, thread, outline, initialRows, missingEvent } = props;
  const hrefOf = (query: string) => `${sessionHref(base, session.number)}${query ? `?${query}` : ""}`;
  return (
    <>
      <PageHead
        title={session.title || `Session ${session.number}`}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
          { label: "Sessions", href: sessionsHref(base, { filter: NO_FILTER }) },
          { label: `S-${session.number}`, href: sessionHref(base, session.number) },
        ]}
        meta={<SessionMeta session={session} base={base} />}
        actions={<Neighbours session={session} base={base} />}
      />
      <Sheet>
        <SessionLag session={session} />
        {missingEvent === null ? null : (
          <Notice tone="warn" live="status">
            This session has no event <code>ctx:{missingEvent}</code>. It may belong to another session.
          </Notice>
        )}
        {thread === null || outline === null ? (
          <EmptyState>This session has no events yet. They appear with its next upload.</EmptyState>
        ) : (
          <>
            <SessionBudget session={session} thread={thread} />
            <SessionFigures session={session} hrefOf={hrefOf} />
            <Threads base={base} session={session} current={thread.key} />
            <Timeline
              key={thread.key}
              place={{ ...base, number: session.number }}
              session={{ client: session.client, timeZone: session.timeZone, agentOrder: session.agentOrder }}
              thread={thread}
              outline={outline}
              initialRows={initialRows}
            />
          </>
        )}
      </Sheet>
      <FindingsSlot base={base} number={session.number} />
    </>
  );
}

function Neighbours({ session, base }: { session: SessionDetail; base: Base }) {
  const { previousNumber, nextNumber } = session;
  return (
    <>
      <IconButton
        label={previousNumber === null ? "Previous session" : `Previous session, S-${previousNumber}`}
        icon={<ChevronLeft aria-hidden />}
        variant="secondary"
        href={previousNumber === null ? undefined : sessionHref(base, previousNumber)}
        disabledReason={previousNumber === null ? "This is the first session" : null}
      />
      <IconButton
        label={nextNumber === null ? "Next session" : `Next session, S-${nextNumber}`}
        icon={<ChevronRight aria-hidden />}
        variant="secondary"
        href={nextNumber === null ? undefined : sessionHref(base, nextNumber)}
        disabledReason={nextNumber === null ? "This is the last session" : null}
      />
    </>
  );
}

function SessionLag({ session }: { session: SessionDetail }) {
  const { waiting, failed, analysedAt } = session.lag;
  if (failed) {
    return (
      <Notice tone="warn">
        The analysis of this session failed, so its verdicts may be old or missing. The worker tries again with the next
        upload.
      </Notice>
    );
  }
  if (!waiting) return null;
  return (
    <Notice tone="info" live="status">
      {analysedAt === null
        ? "The analysis has not seen this session yet. Events are complete; verdicts and noise follow."
        : "New events have come since the last analysis. Verdicts and noise follow."}
    </Notice>
  );
}

type ThreadsProps = { base: Base; session: SessionDetail; current: string };

/** A session of one thread needs no tabs. */
function Threads({ base, session, current }: ThreadsProps) {
  if (session.threads.length < 2) return null;
  const { windowTokens } = session;
  return (
    <ThreadTabs
      current={current}
      threads={session.threads.map((thread) => {
        const { beforeTokens } = thread.window;
        return {
          key: thread.key,
          name: thread.agent,
          href: sessionHref(base, session.number, { thread: thread.key }),
          fill: windowTokens ? formatPercent(beforeTokens / windowTokens) : formatTokens(beforeTokens),
          segments: threadSegments(thread),
          windowTokens: windowTokens ?? undefined,
          monogram: agentLook(session.agentOrder, thread.agent, session.client),
        };
      })}
    />
  );
}
