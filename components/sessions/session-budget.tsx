import { allNoiseOf } from "@/server/core/telemetry/figures";
import type { SessionDetail, ThreadSummary } from "@/server/core/telemetry/session-views";
import { ContextBar, ContextLegend, type ContextTick } from "../charts/context-bar";
import type { ContextSegment } from "../charts/context-bar-model";
import { segmentsOf } from "../telemetry/segments";
import { formatExact, formatPercent, formatTokens } from "../ui/format";
import { capabilitySentence } from "./session-meta";

type SessionBudgetProps = { session: SessionDetail; thread: ThreadSummary };

/** Where the project's policy advises something. */
function thresholdTicks({ thresholds }: SessionDetail): ContextTick[] {
  const words = [
    ["prune", thresholds.prune],
    ["compact", thresholds.compact],
    ["checkpoint", thresholds.checkpoint],
  ] as const;
  return words.map(([word, at]) => ({ at, label: `${Math.round(at * 100)} ${word}` }));
}

/** The window of a thread now, and as the plan would leave it, on one scale. */
export function SessionBudget({ session, thread }: SessionBudgetProps) {
  const { window } = thread;
  const windowTokens = session.windowTokens ?? undefined;
  const before = segmentsOf(window.kept, window.noise);
  const after = segmentsOf(window.after, window.noiseAfter);
  const isOver = windowTokens !== undefined && window.beforeTokens > windowTokens;
  const ticks: ContextTick[] =
    windowTokens && !isOver ? [...thresholdTicks(session), { at: 1, label: formatTokens(windowTokens) }] : [];
  // Without a window size, or past it, both bars are drawn on the larger of the two, so that they can be compared.
  const scale = Math.max(windowTokens ?? 0, window.beforeTokens, window.afterTokens);
  const waits = session.plan === null;
  return (
    <section aria-labelledby="budget" className="border-b border-line px-3.5 pt-4 pb-3 md:px-4">
      <h2 id="budget" className="sr-only">
        Window of {thread.agent}
      </h2>
      <Line name="Now" tokens={window.beforeTokens} windowTokens={windowTokens}>
        <ContextBar segments={before} windowTokens={scale} size="head" label="Now" ticks={ticks} tickWords={false} />
      </Line>
      <Line
        name={waits ? "After a plan" : "After the plan"}
        tokens={waits ? null : window.afterTokens}
        windowTokens={windowTokens}
      >
        <ContextBar
          segments={after}
          windowTokens={scale}
          size="head"
          label="After the plan"
          ticks={ticks}
          unknown={waits}
        />
      </Line>
      <div className="grid gap-1.5 md:pl-[140px]">
        <ContextLegend segments={before} />
        <Notes session={session} thread={thread} />
      </div>
    </section>
  );
}

type LineProps = { name: string; tokens: number | null; windowTokens: number | undefined; children: React.ReactNode };

function Line({ name, tokens, windowTokens, children }: LineProps) {
  return (
    <div className="mb-1.5 grid gap-x-3 gap-y-1 md:grid-cols-[128px_minmax(0,1fr)]">
      <div className="leading-[1.15] max-md:flex max-md:items-baseline max-md:justify-between">
        <span className="block text-xs text-ink-3">{name}</span>
        <span
          className="text-[1.0625rem] font-medium tracking-[-0.02em]"
          title={tokens === null ? undefined : `${formatExact(tokens)} tokens, estimated`}
        >
          {tokens === null ? "not known yet" : formatTokens(tokens)}{" "}
          {windowTokens && tokens !== null ? (
            <small className="text-sm font-normal tracking-normal text-ink-3">
              {formatPercent(tokens / windowTokens)}
            </small>
          ) : null}
        </span>
      </div>
      {children}
    </div>
  );
}

function Notes({ session, thread }: SessionBudgetProps) {
  const { lastContextTokens, window } = thread;
  const noise = allNoiseOf(window.noise);
  const reported =
    lastContextTokens === null
      ? "No request of this thread reports its size; all sizes are estimated."
      : `Sizes of events are estimated. The last request reported ${formatTokens(lastContextTokens)} in context, system prompt and tools included.`;
  return (
    <p className="max-w-[110ch] text-xs text-pretty text-ink-3">
      {reported}{" "}
      {session.plan
        ? `${planWords(window.beforeTokens - window.afterTokens, noise, allNoiseOf(window.noiseAfter))} `
        : ""}
      {capabilitySentence(session)}
    </p>
  );
}

function planWords(savedTokens: number, noiseTokens: number, stayingTokens: number): string {
  if (noiseTokens === 0) return "Nothing here is noise.";
  if (savedTokens <= 0) return "No rule would take any of it out.";
  const stays =
    stayingTokens > 0
      ? `; ${formatTokens(stayingTokens)} of noise stays, as too young, protected or reached by no rule`
      : "";
  return `The plan would take ${formatTokens(savedTokens)} out${stays}. Nothing has changed yet.`;
}

/** Bars of thread tabs draw what is there now. */
export function threadSegments(thread: ThreadSummary): ContextSegment[] {
  return segmentsOf(thread.window.kept, thread.window.noise);
}
