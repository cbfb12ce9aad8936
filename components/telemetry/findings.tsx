import type { TelemetryFilter } from "@/server/core/telemetry/filter";
import { short } from "@/server/core/telemetry/findings/rules";
import type { Findings as FindingsAnswer } from "@/server/core/telemetry/insight-views";
import type { Finding } from "@/server/core/telemetry/overview-view";
import { formatMoney, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { SheetHead } from "../ui/sheet";
import { agentHref, type Base, evidenceHref, failureHref, overviewHref, skillHref } from "./links";
import { MarkedText } from "./marked-text";
import { estimateWords } from "./words";

type Props = { shown: Pick<FindingsAnswer, "filter" | "findings">; base: Base };

/** What stands out, found by rule; each has its cost and one link to its evidence. */
export function Findings({ shown, base }: Props) {
  return (
    <>
      <SheetHead id="findings" title="Findings" subtitle="What stands out in this range, costliest first" />
      {shown.findings.length === 0 ? <p className="text-ink-2">Nothing stands out.</p> : null}
      <ol className="grid">
        {shown.findings.map((finding, index) => (
          <li
            key={`${finding.rule} ${finding.sentence}`}
            className="grid grid-cols-[20px_minmax(0,1fr)] border-t border-line py-2.5 first:border-t-0 first:pt-0"
          >
            <span aria-hidden className="text-ink-3">
              {index + 1}
            </span>
            <div>
              <p className="text-pretty">
                <MarkedText text={finding.sentence} />
              </p>
              <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
                <Cost finding={finding} />
                <Evidence finding={finding} asked={shown.filter} base={base} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** What it costs, without the tokens where the sentence has just told them. */
function Cost({ finding }: { finding: Finding }) {
  const { sentence, costTokens, carriedTokens, costUsd } = finding;
  if (costTokens === 0) return null;
  const isTold = sentence.includes(`${short(costTokens)} tokens`);
  const carried = costUsd === null || costUsd === 0 ? formatTokens(carriedTokens) : formatMoney(costUsd);
  const parts = [
    ...(isTold && carriedTokens > 0 ? [] : [`${formatTokens(costTokens)} tokens`]),
    ...(carriedTokens > 0 ? [`${carried} carried`] : []),
  ];
  return <span title={estimateWords(costTokens)}>≈{parts.join(", ")}</span>;
}

/** The sessions or the record behind a finding, and the page or chart that shows its figure. */
function Evidence({ finding, asked, base }: { finding: Finding; asked: TelemetryFilter; base: Base }) {
  const { label, filter, failure, page } = finding.evidence;
  const own = filter ?? asked;
  const shown = page ? pageOf(page, base, asked) : null;
  // The figure of a window is no session's but the chart's, so its link leads there alone.
  const href =
    page?.kind === "windows" && shown
      ? shown.href
      : failure === null
        ? evidenceHref(base, own)
        : failureHref(base, failure);
  return (
    <>
      <Link href={href} prefetch={false}>
        {label}
      </Link>
      {shown && page?.kind !== "windows" ? (
        <Link href={shown.href} prefetch={false}>
          {shown.label}
        </Link>
      ) : null}
    </>
  );
}

type Page = NonNullable<Finding["evidence"]["page"]>;

function pageOf({ kind, name }: Page, base: Base, filter: TelemetryFilter): { label: string; href: string } {
  const chart = (id: string) => `${overviewHref(base, filter)}#${id}`;
  if (kind === "skill") return { label: "Skill page", href: skillHref(base, name, filter) };
  if (kind === "agent") return { label: "Agent page", href: agentHref(base, name, filter) };
  if (kind === "targets") return { label: "Files read again", href: chart("targets") };
  if (kind === "errors") return { label: "Errors that were resolved", href: chart("error-chains") };
  return { label: "How full windows got", href: chart("window-use") };
}
