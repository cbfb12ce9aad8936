import clsx from "clsx";
import type { BudgetStatusView } from "@/server/core/budget/views";
import { formatExact, formatPercent, formatTokens } from "../../ui/format";

type Thresholds = BudgetStatusView["thresholds"];

/** Shares of the window at which something is due; the ones between the three of the bar are named below it. */
function ticksOf({ prune, compact, checkpoint }: Thresholds) {
  return [
    { at: prune, word: "prune" },
    { at: compact, word: "compact" },
    { at: checkpoint, word: "checkpoint" },
  ];
}

/** How full the window is against the policy's thresholds. */
export function WindowGauge({ status }: { status: BudgetStatusView }) {
  const { usage, window, thresholds } = status;
  if (window.tokens === null || usage.share === null) {
    return (
      <p className="text-ink-2">
        The size of this window is unknown, so thresholds do not apply. A client that tells it, or a known model, brings
        them.
      </p>
    );
  }
  const windowTokens = window.tokens;
  const kept = Math.max(0, usage.tokens - usage.reclaimableTokens);
  const scale = Math.max(windowTokens, usage.tokens);
  const share = (tokens: number) => `${(Math.min(tokens, scale) / scale) * 100}%`;
  return (
    <div className="grid gap-1">
      <div className="relative pb-[18px]">
        <div
          role="img"
          aria-label={`${formatPercent(usage.share)} of ${formatExact(windowTokens)} tokens in use, ${formatExact(usage.reclaimableTokens)} of them could be taken out`}
          className="data-fill flex h-[26px] w-full gap-px bg-free"
        >
          <span className="bg-talk" style={{ width: share(kept) }} title={`${formatExact(kept)} tokens stay`} />
          <span
            className="bg-superseded"
            style={{ width: share(usage.tokens - kept) }}
            title={`${formatExact(usage.reclaimableTokens)} tokens could be taken out`}
          />
        </div>
        {ticksOf(thresholds).map(({ at, word }) => (
          <span
            key={word}
            style={{ left: `${((at * windowTokens) / scale) * 100}%` }}
            className="pointer-events-none absolute top-0 bottom-3.5 border-l border-ink/45"
          >
            <span className="absolute -bottom-[15px] left-0 -translate-x-1/2 text-2xs whitespace-nowrap text-ink-2 max-sm:text-[0.625rem]">
              {Math.round(at * 100)} {word}
            </span>
          </span>
        ))}
        <span
          className={clsx(
            "absolute right-0 bottom-0 text-2xs whitespace-nowrap text-ink-2",
            thresholds.checkpoint > 0.85 && "max-sm:hidden",
          )}
        >
          {formatTokens(windowTokens)}
        </span>
      </div>
      <p className="text-xs text-ink-3">
        {formatPercent(usage.share)} full. Runs are planned from {formatPercent(thresholds.plan)}, the oldest turns are
        summarized from {formatPercent(thresholds.summarize)}; nothing that is injected takes more than{" "}
        {formatPercent(thresholds.maxInjection)} at once.
      </p>
    </div>
  );
}
