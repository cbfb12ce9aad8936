"use client";

import { useQuery } from "@tanstack/react-query";
import { Lightbulb } from "lucide-react";
import type { BudgetStatusView } from "@/server/core/budget/views";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { CopyField } from "../../ui/copy-field";
import { formatExact, formatTokens } from "../../ui/format";
import { Notice } from "../../ui/notice";
import { ErrorState, Skeleton } from "../../ui/states";
import { useSessionScope } from "../session-scope";
import { Suggestions } from "./suggestions";
import { TierList } from "./tier-list";
import { WindowGauge } from "./window-gauge";

/** How full the window is, what it should hold, and what to do about it. */
export function TiersView() {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const status = useQuery(trpc.budget.status.queryOptions(place));
  const tiers = useQuery(trpc.budget.tiers.queryOptions(place));
  const error = status.error ?? tiers.error;
  const again = () => {
    void status.refetch();
    void tiers.refetch();
  };
  if (error && !(status.data && tiers.data)) {
    return <ErrorState onRetry={again}>{toShownFault(error).message}</ErrorState>;
  }
  return (
    <div>
      {status.data ? (
        <Standing status={status.data} />
      ) : (
        <Skeleton lines={5} className="mx-4 h-3" label="Measuring the window" />
      )}
      <section aria-labelledby="tiers" className="border-t border-line">
        <div className="px-3.5 pt-4 pb-3 md:px-4">
          <h2 id="tiers">Tiers</h2>
          <p className="max-w-[90ch] text-xs text-ink-3">
            What this window should hold, and where the rest waits.
            {tiers.data ? ` Placed at turn ${formatExact(tiers.data.atTurn)}.` : ""}
          </p>
        </div>
        {tiers.data ? (
          <div className="border-t border-line">
            <TierList tiers={tiers.data} />
          </div>
        ) : (
          <Skeleton lines={8} className="mx-4 h-3" label="Placing what the window should hold" />
        )}
      </section>
      <Suggestions />
    </div>
  );
}

function Standing({ status }: { status: BudgetStatusView }) {
  const { advice, relief, check } = status;
  return (
    <section aria-labelledby="window-now" className="grid gap-3 px-3.5 py-4 md:px-4">
      <div>
        <h2 id="window-now">The window now</h2>
        <p className="max-w-[110ch] text-xs text-pretty text-ink-3">{standingWords(status)}</p>
      </div>
      <WindowGauge status={status} />
      {advice === null ? (
        <p className="text-ink-2">
          Nothing to do now. It is checked every {formatExact(check.everyTurns)} turns, next at turn{" "}
          {formatExact(check.nextTurn)}.
        </p>
      ) : (
        <Notice tone={advice.atOnce ? "warn" : "info"}>
          <p className="flex items-start gap-2">
            <Lightbulb className="mt-0.5 shrink-0" aria-hidden />
            <span>
              <b className="font-medium">{adviceWord(advice.action)}</b>
              {advice.atOnce ? " at once" : ""}. {advice.why}
            </span>
          </p>
          <div className="mt-2">
            <CopyField value={advice.command} label="Copy what to say to the agent" />
          </div>
        </Notice>
      )}
      {relief.length > 0 ? <Relief relief={relief} /> : null}
    </section>
  );
}

function adviceWord(action: string): string {
  return action.slice(0, 1).toUpperCase() + action.slice(1);
}

function standingWords({ usage, length, complexity }: BudgetStatusView): string {
  const added =
    usage.source === "reported" && usage.addedSinceTokens > 0
      ? `, ${formatTokens(usage.addedSinceTokens)} of it added since`
      : "";
  const files = `${formatExact(complexity.files)} ${plural(complexity.files, "file")}, ${formatExact(complexity.changedFiles)} changed`;
  const turns = `${formatExact(length.turns)} ${plural(length.turns, "turn")} in ${formatExact(length.minutes)} min`;
  return `${formatTokens(usage.tokens)} tokens, ${usage.source} ${usage.source === "reported" ? "by the provider" : "from the events"}${added}. ${turns}, ${files}. A run would take ${formatTokens(usage.reclaimableTokens)} out now.`;
}

const STEP_WORD = {
  summarize: "Summarize the oldest turns",
  archive: "Archive what is settled",
  compress: "Take out what is there twice",
  promote: "Keep what is critical loaded",
} as const;

function Relief({ relief }: Pick<BudgetStatusView, "relief">) {
  return (
    <section aria-labelledby="relief" className="grid gap-1.5">
      <h3 id="relief">What brings relief now</h3>
      <ol className="grid">
        {relief.map(({ step, why, targets, moreTargets, tokens, command }) => (
          <li
            key={step}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-t border-line py-1.5 first:border-t-0"
          >
            <span className="font-medium">{STEP_WORD[step]}</span>
            <span className="text-xs text-ink-2">{why}</span>
            <span className="text-xs text-ink-3 md:ml-auto">
              {formatExact(targets.length + moreTargets)} {plural(targets.length + moreTargets, "item")}
              {tokens > 0 ? `, ${formatTokens(tokens)} tokens` : ""} · <code>{command}</code>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
