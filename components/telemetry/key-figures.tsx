import { PROVEN_CLASSES } from "@/server/core/prune/model";
import { provenShare } from "@/server/core/telemetry/figures";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { ContextBar } from "../charts/context-bar";
import { CHARTED_NOISE } from "../charts/palette";
import { Sparkline } from "../charts/sparkline";
import { formatExact, formatMoney, formatPercent, formatPoints, formatTokens } from "../ui/format";
import { KeyFigure, KeyFigures } from "../ui/key-figure";
import { type Base, evidenceHref, sessionsHref } from "./links";
import { about, changeWords, estimateWords, plural } from "./words";

type Figures = Overview["totals"] | NonNullable<Overview["previousTotals"]>;
type Trend = Overview["trend"];

/** What all figures of a page are made of; the overview and the pages of an agent share them. */
export type FiguresShown = {
  filter: Overview["filter"];
  totals: NonNullable<Overview["previousTotals"]>;
  previousTotals: Overview["previousTotals"];
  trend: Trend;
};

type Props = { overview: Overview; base: Base };

/** The six figures of a project; each opens the sessions behind it. */
export function OverviewFigures({ overview, base }: Props) {
  return (
    <KeyFigures label="Key figures" columns={6}>
      <AddedFigure shown={overview} base={base} />
      <NoiseFigure shown={overview} base={base} />
      <IdleFigure shown={overview} base={base} />
      <CarriedFigure shown={overview} base={base} />
      <CouldBeSaved overview={overview} base={base} />
      <Saved overview={overview} base={base} />
    </KeyFigures>
  );
}

type FigureProps = { shown: FiguresShown; base: Base };

export function AddedFigure({ shown, base, detail }: FigureProps & { detail?: string }) {
  const { totals, previousTotals, filter, trend } = shown;
  const change = previousTotals ? changeWords(previousTotals.addedTokens, totals.addedTokens) : null;
  return (
    <KeyFigure
      label="Tokens added"
      figure={about(totals.addedTokens)}
      title={estimateWords(totals.addedTokens)}
      change={change ? { text: change } : undefined}
      detail={detail ?? `${formatTokens(totals.addedEvents)} ${plural(totals.addedEvents, "event")}`}
      href={sessionsHref(base, { filter })}
      picture={<Sparkline values={trend.buckets.map((bucket) => bucket.addedTokens)} />}
    />
  );
}

/** `whole` is the project's share, for pages of a part of it: the figure is then compared with that. */
export function NoiseFigure({ shown, base, whole }: FigureProps & { whole?: number }) {
  const { totals, previousTotals, filter } = shown;
  const share = provenShare(totals);
  return (
    <KeyFigure
      label="Proven noise"
      figure={`≈${formatPercent(share)}`}
      unit={formatTokens(totals.provenTokens)}
      title={estimateWords(totals.provenTokens)}
      change={pointsChange(previousTotals, share)}
      detail={whole === undefined ? undefined : `${formatPercent(whole)} in the whole project`}
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

function pointsChange(before: Figures | null, share: number) {
  if (!before || before.addedTokens === 0) return undefined;
  const earlier = provenShare(before);
  const tone = earlier === share ? "neutral" : share < earlier ? "good" : "bad";
  return { text: formatPoints(earlier, share), tone } as const;
}

export function IdleFigure({ shown, base }: FigureProps) {
  const { totals, previousTotals, filter } = shown;
  const { idle } = totals.noise;
  const change = previousTotals ? changeWords(previousTotals.noise.idle, idle) : null;
  return (
    <KeyFigure
      label="Idle"
      figure={about(idle)}
      title={`${estimateWords(idle)}: ten or more turns in the window, never referred to again`}
      change={change ? { text: change } : undefined}
      detail={change ? undefined : "unused, not proven noise"}
      href={evidenceHref(base, filter, { pass: ["idle"] })}
      picture={
        <ContextBar
          label="Idle in what was added"
          segments={[{ kind: "idle", tokens: idle }]}
          windowTokens={totals.addedTokens}
        />
      }
    />
  );
}

/** In money where the models' prices are known; what has none is said and never counted as $0. */
export function CarriedFigure({ shown, base }: FigureProps) {
  const { totals, previousTotals, filter, trend } = shown;
  const { costUsd, carriedTokens, unpricedTokens, provenTokens } = totals;
  const change = previousTotals ? changeWords(previousTotals.carriedTokens, carriedTokens) : null;
  const times = provenTokens > 0 ? Math.round(carriedTokens / provenTokens) : 0;
  const isLess = carriedTokens < (previousTotals?.carriedTokens ?? 0);
  return (
    <KeyFigure
      label="Carried noise"
      figure={costUsd === null ? "Price unknown" : `≈${formatMoney(costUsd)}`}
      unit={formatTokens(carriedTokens)}
      title={`${formatExact(carriedTokens)} tokens were sent again after they were noise, at the cached-read price`}
      change={change ? { text: change, tone: isLess ? "good" : "bad" } : undefined}
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

function CouldBeSaved({ overview, base }: Props) {
  const { totals, filter } = overview;
  return (
    <KeyFigure
      label="Could be saved"
      figure={about(totals.couldBeSavedTokens)}
      title={estimateWords(totals.couldBeSavedTokens)}
      detail="proven and idle noise that no client left out yet"
      href={evidenceHref(base, filter, { pass: [...PROVEN_CLASSES, "idle"] })}
      picture={
        <ContextBar
          label="Could be saved of what was added"
          segments={CHARTED_NOISE.map((kind) => ({ kind, tokens: totals.noise[kind] }))}
          windowTokens={totals.addedTokens}
        />
      }
    />
  );
}

function Saved({ overview, base }: Props) {
  const { totals, filter } = overview;
  const all = totals.savedTokens + totals.couldBeSavedTokens;
  return (
    <KeyFigure
      label="Saved by pruning"
      figure={about(totals.savedTokens)}
      title={`${estimateWords(totals.savedTokens)}: what committed runs took out and a client applied`}
      detail={
        totals.savedTokens === 0
          ? "no client has applied a run in this range"
          : `${formatPercent(totals.savedTokens / all)} of what there was to save`
      }
      href={evidenceHref(base, filter, { pass: ["dropped"] })}
    />
  );
}
