import { PROVEN_CLASSES } from "@/server/core/prune/model";
import { provenShare } from "@/server/core/telemetry/figures";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { ContextBar } from "../charts/context-bar";
import { Sparkline } from "../charts/sparkline";
import { formatChange, formatExact, formatMoney, formatPercent, formatPoints, formatTokens } from "../ui/format";
import { KeyFigure, KeyFigures } from "../ui/key-figure";
import { type Base, evidenceHref, sessionsHref } from "./links";
import { plural } from "./words";

type Props = { overview: Overview; base: Base };

/** The five figures of a project; each opens the sessions behind it. */
export function OverviewFigures({ overview, base }: Props) {
  return (
    <KeyFigures label="Key figures">
      <Added overview={overview} base={base} />
      <Noise overview={overview} base={base} />
      <Carried overview={overview} base={base} />
      <Saved overview={overview} base={base} />
      <Fullest overview={overview} base={base} />
    </KeyFigures>
  );
}

/** Sizes are estimates; the exact sum of the estimates is on hover. */
function estimate(tokens: number): string {
  return `${formatExact(tokens)} tokens, estimated from text length`;
}

function Added({ overview, base }: Props) {
  const { totals, previousTotals, filter, trend } = overview;
  const change = previousTotals ? formatChange(previousTotals.addedTokens, totals.addedTokens) : null;
  return (
    <KeyFigure
      label="Tokens added"
      figure={formatTokens(totals.addedTokens)}
      title={estimate(totals.addedTokens)}
      change={
        change && previousTotals ? { text: `${change} on ${formatTokens(previousTotals.addedTokens)}` } : undefined
      }
      detail={`${formatTokens(totals.addedEvents)} ${plural(totals.addedEvents, "event")}`}
      href={sessionsHref(base, { filter })}
      picture={<Sparkline values={trend.buckets.map((bucket) => bucket.addedTokens)} />}
    />
  );
}

function Noise({ overview, base }: Props) {
  const { totals, previousTotals, filter } = overview;
  const share = provenShare(totals);
  const before = previousTotals && previousTotals.addedTokens > 0 ? provenShare(previousTotals) : null;
  const tone = before === null || before === share ? "neutral" : share < before ? "good" : "bad";
  return (
    <KeyFigure
      label="Noise"
      figure={formatPercent(share)}
      unit={formatTokens(totals.provenTokens)}
      title={estimate(totals.provenTokens)}
      change={before === null ? undefined : { text: formatPoints(before, share), tone }}
      detail={`idle ${formatTokens(totals.idleTokens)} besides`}
      href={evidenceHref(base, filter, { pass: [...PROVEN_CLASSES] })}
      picture={
        <ContextBar
          label="Noise in what was added"
          segments={PROVEN_CLASSES.flatMap((kind) =>
            kind === "dropped" ? [] : [{ kind, tokens: totals.noise[kind] }],
          )}
          windowTokens={totals.addedTokens}
        />
      }
    />
  );
}

function Carried({ overview, base }: Props) {
  const { totals, previousTotals, filter, trend } = overview;
  const { costUsd, carriedTokens, unpricedTokens, provenTokens } = totals;
  const change =
    previousTotals && previousTotals.carriedTokens > 0
      ? formatChange(previousTotals.carriedTokens, carriedTokens)
      : null;
  const times = provenTokens > 0 ? Math.round(carriedTokens / provenTokens) : 0;
  return (
    <KeyFigure
      label="Carried noise"
      figure={costUsd === null ? "Price unknown" : formatMoney(costUsd)}
      unit={`${formatTokens(carriedTokens)} tokens`}
      title={`${formatExact(carriedTokens)} tokens were sent again after they were noise, at the cached-read price`}
      change={
        change
          ? { text: change, tone: carriedTokens < (previousTotals?.carriedTokens ?? 0) ? "good" : "bad" }
          : undefined
      }
      detail={
        unpricedTokens > 0 && costUsd !== null
          ? `${formatTokens(unpricedTokens)} without a price`
          : `each one sent ${times} ${plural(times, "time")}`
      }
      href={evidenceHref(base, filter, { pass: [...PROVEN_CLASSES] })}
      picture={
        <Sparkline
          tone="noise"
          values={trend.buckets.map((bucket) => (bucket.addedTokens === null ? null : bucket.carriedTokens))}
        />
      }
    />
  );
}

function Saved({ overview, base }: Props) {
  const { totals, filter } = overview;
  return (
    <KeyFigure
      label="Saved by pruning"
      figure={formatTokens(totals.savedTokens)}
      unit="tokens"
      title="What committed runs took out and a client applied"
      detail={`${formatTokens(totals.couldBeSavedTokens)} could be saved`}
      href={evidenceHref(base, filter, { pass: ["dropped"] })}
    />
  );
}

/** How many windows are taken from the model's name, because the client told none. */
function byModel({ peaksByModel, peaksKnown }: Overview["sessions"]): string {
  if (peaksByModel === 0) return "";
  return peaksByModel === peaksKnown ? ", window by model" : `, ${formatExact(peaksByModel)} by model`;
}

function Fullest({ overview, base }: Props) {
  const { sessions, filter } = overview;
  const known = sessions.medianPeakShare !== null;
  return (
    <KeyFigure
      label="Window at its fullest, median"
      figure={known ? formatPercent(sessions.medianPeakShare) : "Unknown"}
      unit={known && sessions.medianPeakTokens !== null ? formatTokens(sessions.medianPeakTokens) : undefined}
      detail={
        known
          ? `known for ${formatExact(sessions.peaksKnown)} of ${formatExact(sessions.inRange)} ${plural(sessions.inRange, "session")}${byModel(sessions)}`
          : "no session's window is known"
      }
      href={sessionsHref(base, { filter })}
      picture={
        known ? (
          <ContextBar
            label="Median fullest window"
            segments={[{ kind: "results", tokens: Math.round((sessions.medianPeakShare ?? 0) * 1000) }]}
            windowTokens={1000}
            ticks={[0.4, 0.6, 0.8].map((at) => ({ at, label: String(at) }))}
          />
        ) : undefined
      }
    />
  );
}
