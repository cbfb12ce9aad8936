import type { Overview } from "@/server/core/telemetry/overview-view";
import { formatExact, formatMoney, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { SheetHead } from "../ui/sheet";
import { type Base, evidenceHref, failureHref } from "./links";
import { MarkedText } from "./marked-text";

type Props = { overview: Overview; base: Base };
type Finding = Overview["findings"][number];

/** What stands out, found by rule; each has its cost and one link to its evidence. */
export function Findings({ overview, base }: Props) {
  return (
    <>
      <SheetHead id="findings" title="Findings" subtitle="What stands out in this range, costliest first" />
      {overview.findings.length === 0 ? <p className="text-ink-2">Nothing stands out.</p> : null}
      <ol className="grid">
        {overview.findings.map((finding, index) => (
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
                <Evidence finding={finding} overview={overview} base={base} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function Cost({ finding }: { finding: Finding }) {
  if (finding.costTokens === 0) return null;
  const carried =
    finding.carriedTokens > 0
      ? finding.costUsd === null || finding.costUsd === 0
        ? `, ${formatTokens(finding.carriedTokens)} carried`
        : `, ${formatMoney(finding.costUsd)} carried`
      : "";
  return (
    <span title={`${formatExact(finding.costTokens)} tokens, estimated`}>
      {formatTokens(finding.costTokens)} tokens{carried}
    </span>
  );
}

function Evidence({ finding, overview, base }: Props & { finding: Finding }) {
  const { label, filter, failure } = finding.evidence;
  const href = failure === null ? evidenceHref(base, filter ?? overview.filter) : failureHref(base, failure);
  return (
    <Link href={href} prefetch={false}>
      {label}
    </Link>
  );
}
