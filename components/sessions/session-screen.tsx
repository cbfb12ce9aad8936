import { NO_FILTER } from "@/server/core/telemetry/filter";
import type { Landmarks } from "@/server/core/telemetry/landmarks";
import type { PackedOutline } from "@/server/core/telemetry/packed-outline";
import type {
  SessionDetail,
  SessionNeighbours,
  ThreadSummary,
  TimelineRow,
} from "@/server/core/telemetry/session-views";
import { ThreadTabs } from "../charts/thread-tabs";
import { agentLook } from "../telemetry/agent-look";
import { type Base, projectHref, sessionHref, sessionQuery, sessionsHref } from "../telemetry/links";
import { formatPercent, formatTokens } from "../ui/format";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { FindingsSlot } from "./findings-slot";
import { type ListPlace, listQuery } from "./list-place";
import { LiveAdvice } from "./live/live-advice";
import { LiveMark } from "./live/live-mark";
import { LiveProvider } from "./live/live-provider";
import { type Neighbour, Neighbours } from "./neighbours";
import { BudgetOrPreview } from "./runs/budget-or-preview";
import { PreviewButton } from "./runs/preview-button";
import { SessionBudget, threadSegments } from "./session-budget";
import { SessionFigures } from "./session-figures";
import { SessionLag } from "./session-lag";
import { SessionMeta } from "./session-meta";
import { SessionScopeProvider } from "./session-scope";
import type { SessionView } from "./session-view";
import { SessionViewPanel } from "./session-view-panel";
import { SourcesPanel } from "./sources-panel";
import { ThreadTree } from "./thread-tree";
import { Timeline } from "./timeline/timeline";
import { ViewTabs } from "./view-tabs";

type SessionScreenProps = {
  base: Base;
  names: { team: string; project: string };
  session: SessionDetail;
  /** The thread that is shown; null when the session has none. */
  thread: ThreadSummary | null;
  outline: PackedOutline | null;
  landmarks: Landmarks;
  /** The list that the person came from, and who stands beside this session in it. */
  list: ListPlace | null;
  neighbours: SessionNeighbours | null;
  initialRows: readonly TimelineRow[];
  /** An event in the address that the session does not have. */
  missingEvent: string | null;
  view: SessionView;
  /** The run and the checkpoint that the address opens. */
  run: number | null;
  checkpoint: number | null;
  /** Why this person may not change what the model sees; null for who may. */
  denied: string | null;
};

/** One session: its windows before and after the plan, its threads, and every event with its reason. */
export function SessionScreen(props: SessionScreenProps) {
  const { base, names, session, thread, missingEvent, denied } = props;
  return (
    <SessionScopeProvider
      base={base}
      number={session.number}
      timeZone={session.timeZone}
      nowIso={session.asOf}
      capability={session.capability}
      client={session.client}
      cwd={session.cwd}
      denied={denied}
    >
      <LiveProvider
        key={session.id}
        events={session.totals.events}
        analysedAt={session.lag.analysedAt}
        hasThread={thread !== null}
      >
        <PageHead
          title={session.title || `Session ${session.number}`}
          crumbs={[
            { label: names.team, href: `/${encodeURIComponent(base.team)}` },
            { label: names.project, href: projectHref(base) },
            { label: "Sessions", href: sessionsHref(base, props.list ?? { filter: NO_FILTER }) },
            { label: `S-${session.number}`, href: sessionHref(base, session.number) },
          ]}
          meta={
            <>
              <SessionMeta session={session} base={base} landmarks={props.landmarks} />
              <LiveMark />
            </>
          }
          actions={
            <>
              {thread === null ? null : <PreviewButton className="max-md:hidden" />}
              <Neighbours {...neighboursOf(props)} />
            </>
          }
        />
        <Sheet>
          <SessionLag lag={session.lag} />
          {missingEvent === null ? null : (
            <Notice tone="warn" live="status">
              This session has no event <code>ctx:{missingEvent}</code>. It may belong to another session.
            </Notice>
          )}
          {thread === null ? (
            <EmptyState>This session has no events yet. They appear with its next upload.</EmptyState>
          ) : (
            <Windows {...props} thread={thread} />
          )}
        </Sheet>
        {props.view === "timeline" ? <FindingsSlot base={base} number={session.number} /> : null}
        <LiveAdvice />
      </LiveProvider>
    </SessionScopeProvider>
  );
}

function Windows({ thread, ...props }: SessionScreenProps & { thread: ThreadSummary }) {
  const { base, session, outline, landmarks, initialRows, view, run, checkpoint } = props;
  // The list that the person came from stays in the address, for the next and the previous session.
  const query = props.list ? listQuery(props.list) : {};
  const hrefOf = (filter: Readonly<Record<string, string>>) =>
    sessionHref(base, session.number, { ...filter, ...query });
  return (
    <>
      {/* The head of a narrow page has no room for it. */}
      <div className="px-3.5 pt-3.5 md:hidden">
        <PreviewButton className="w-full" />
      </div>
      <BudgetOrPreview
        budget={<SessionBudget session={session} thread={thread} />}
        windowTokens={session.windowTokens}
      />
      {/* On a phone the other parts begin nearer to the top. */}
      <div className={view === "timeline" ? undefined : "max-md:hidden"}>
        <SessionFigures session={session} hrefOf={hrefOf} />
      </div>
      <ViewTabs base={base} number={session.number} current={view} query={query} />
      {view === "timeline" ? (
        <>
          <div className={session.threads.length > 1 ? "grid lg:grid-cols-2" : undefined}>
            <SourcesPanel sources={session.totals.sources} addedTokens={session.totals.addedTokens} />
            {session.threads.length > 1 ? (
              <ThreadTree base={base} session={session} current={thread.key} query={query} />
            ) : null}
          </div>
          <Threads base={base} session={session} current={thread.key} query={query} />
          {outline === null ? null : (
            <Timeline
              key={thread.key}
              place={{ ...base, number: session.number }}
              session={{
                client: session.client,
                timeZone: session.timeZone,
                agentOrder: session.agentOrder,
                threads: session.threads,
              }}
              thread={thread}
              outline={outline}
              landmarks={landmarks.landmarks}
              initialRows={initialRows}
            />
          )}
        </>
      ) : (
        <SessionViewPanel view={view} run={run} checkpoint={checkpoint} threads={session.threads} />
      )}
    </>
  );
}

/** By the list that the person came from, else by number. */
function neighboursOf({ base, session, list, neighbours }: SessionScreenProps) {
  const inList = list && neighbours?.inList;
  const query = inList ? { ...sessionQuery(list.filter), ...listQuery(list) } : {};
  const at = (number: number | null): Neighbour =>
    number === null ? null : { number, href: sessionHref(base, number, query) };
  const { previousNumber, nextNumber } = inList ? neighbours : session;
  return { previous: at(previousNumber), next: at(nextNumber), order: inList ? "in your list" : "by number" };
}

type ThreadsProps = { base: Base; session: SessionDetail; current: string; query: Readonly<Record<string, string>> };

/** A session of one thread needs no tabs. */
function Threads({ base, session, current, query }: ThreadsProps) {
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
          href: sessionHref(base, session.number, { thread: thread.key, ...query }),
          fill: windowTokens ? formatPercent(beforeTokens / windowTokens) : formatTokens(beforeTokens),
          segments: threadSegments(thread),
          windowTokens: windowTokens ?? undefined,
          monogram: agentLook(session.agentOrder, thread.agent, session.client),
        };
      })}
    />
  );
}
