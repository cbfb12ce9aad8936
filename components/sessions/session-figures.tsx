import type { SessionDetail } from "@/server/core/telemetry/session-views";
import { ContextBar } from "../charts/context-bar";
import { segmentsOf } from "../telemetry/segments";
import { plural } from "../telemetry/words";
import { formatExact, formatMoney, formatPercent, formatTokens } from "../ui/format";
import { KeyFigure, KeyFigures } from "../ui/key-figure";

/** The whole session in four figures, history and sub-agents included; each opens its events. */
export function SessionFigures({
  session,
  hrefOf,
}: {
  session: SessionDetail;
  hrefOf: (filter: Readonly<Record<string, string>>) => string;
}) {
  const { totals } = session;
  const { usage } = totals;
  const share = totals.addedTokens === 0 ? 0 : totals.provenTokens / totals.addedTokens;
  const basis = totals.tokensExact ? "counted by the provider" : "estimated";
  return (
    <KeyFigures label="Whole session" columns={4}>
      <KeyFigure
        label="Tokens added"
        figure={formatTokens(totals.addedTokens)}
        unit={basis}
        title={`${formatExact(totals.addedTokens)} tokens, ${basis}`}
        detail={`${formatExact(totals.events)} ${plural(totals.events, "event")} in ${session.threads.length} ${plural(session.threads.length, "thread")}`}
        href={hrefOf({})}
        picture={<ContextBar label="What entered" segments={segmentsOf(totals.kept, totals.noise)} />}
      />
      <KeyFigure
        label="Noise"
        figure={formatPercent(share)}
        unit={formatTokens(totals.provenTokens)}
        title={`${formatExact(totals.provenTokens)} tokens, ${basis}`}
        detail={`idle ${formatTokens(totals.noise.idle)} besides, dropped ${formatTokens(totals.noise.dropped)}`}
        href={hrefOf({ noise: "proven" })}
      />
      <KeyFigure
        label="Carried noise"
        figure={totals.costUsd === null ? "Price unknown" : formatMoney(totals.costUsd)}
        unit={`${formatTokens(totals.carriedTokens)} tokens`}
        detail={`${formatExact(totals.requests)} model ${plural(totals.requests, "request")}`}
        href={hrefOf({ noise: "proven" })}
      />
      <Reported usage={usage} />
    </KeyFigures>
  );
}

/** What the provider counted over all requests; a number that no request reported is left out, not 0. */
function Reported({ usage }: { usage: SessionDetail["totals"]["usage"] }) {
  const parts = [
    ["input", usage.inputTokens],
    ["cache read", usage.cacheReadTokens],
    ["cache write", usage.cacheWriteTokens],
    ["reasoning", usage.reasoningTokens],
  ] as const;
  const known = parts.flatMap(([word, tokens]) => (tokens === null ? [] : [`${word} ${formatTokens(tokens)}`]));
  const hasOutput = usage.outputTokens !== null;
  return (
    <KeyFigure
      label="Reported by the provider"
      figure={hasOutput ? formatTokens(usage.outputTokens) : "Nothing"}
      unit={hasOutput ? "output" : undefined}
      detail={known.length > 0 ? known.join(", ") : "no request reports its tokens"}
      title="Sums over all requests of the session"
    />
  );
}
