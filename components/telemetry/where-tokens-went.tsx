import { allNoiseOf } from "@/server/core/telemetry/figures";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { ContextBar, ContextLegend } from "../charts/context-bar";
import type { ContextKind } from "../charts/palette";
import { formatTokens } from "../ui/format";
import { type Base, changeOfContextKind, evidenceHref } from "./links";
import { segmentsOf } from "./segments";
import { about, estimateWords } from "./words";

type Props = { overview: Overview; base: Base };

/** One bar of everything that entered: what was kept by kind, then noise by class. */
export function WhereTokensWent({ overview, base }: Props) {
  const { totals, fills, filter } = overview;
  const segments = segmentsOf(fills, totals.noise);
  const kept = totals.addedTokens - allNoiseOf(totals.noise);
  const parts = [
    `${formatTokens(kept)} kept`,
    `${formatTokens(totals.provenTokens)} noise`,
    ...(totals.idleTokens > 0 ? [`${formatTokens(totals.idleTokens)} idle`] : []),
    ...(totals.savedTokens > 0 ? [`${formatTokens(totals.savedTokens)} dropped by runs`] : []),
  ];
  const hrefOf = (kind: ContextKind) => {
    const change = changeOfContextKind(kind);
    return change ? evidenceHref(base, filter, change) : undefined;
  };
  return (
    <section aria-labelledby="where" className="border-b border-line px-3.5 pt-3.5 pb-3 md:px-4">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="where" title={estimateWords(totals.addedTokens)}>
          Where {about(totals.addedTokens)} tokens went
        </h2>
        <span className="text-ink-3">{parts.join(", ")}</span>
      </div>
      <ContextBar segments={segments} size="band" label="Where tokens went" hrefOf={hrefOf} />
      <div className="mt-2">
        <ContextLegend segments={segments} hrefOf={hrefOf} />
      </div>
    </section>
  );
}
