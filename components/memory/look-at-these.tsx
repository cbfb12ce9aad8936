import { ChevronRight } from "lucide-react";
import type { DecisionFlag, DecisionFlags } from "@/server/core/decisions/attention";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { Base } from "../telemetry/links";
import { Chip } from "../ui/chip";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { FlagPair } from "./flag-pair";
import { roomHref } from "./links";

const LOOK = {
  contradiction: { tone: "danger", word: "Contradiction" },
  repetition: { tone: "info", word: "Asked again" },
  overlap: { tone: "warn", word: "Overlap" },
} as const;

type LookAtTheseProps = { base: Base; flags: DecisionFlags; label?: string; head?: "h2" | "h3"; className?: string };

/** Pairs of decisions that drift apart or repeat each other, each opened to be read side by side. */
export function LookAtThese({ base, flags, label = "Look at these", head: Head = "h3", className }: LookAtTheseProps) {
  const { rows, total, nextCursor } = flags;
  if (rows.length === 0) return null;
  return (
    <section aria-label={label} className={className}>
      <Head className="flex items-baseline gap-2 text-xs font-medium text-ink-2">
        {label}
        {nextCursor === null ? null : (
          <Link href={`${roomHref(base, "decisions")}/flags`} className="font-normal">
            all {formatExact(total)}
          </Link>
        )}
      </Head>
      <FlagList base={base} flags={flags} />
    </section>
  );
}

export function FlagList({ base, flags: { rows, timeZone, mayReview } }: Pick<LookAtTheseProps, "base" | "flags">) {
  return (
    <ul className="grid">
      {rows.map((flag) => (
        <li
          key={`${flag.kind} ${flag.newer.number} ${flag.older.number}`}
          className="border-b border-line last:border-b-0"
        >
          <details className="group">
            <summary className="clip-focus flex min-h-9 cursor-pointer flex-wrap items-center gap-x-2 gap-y-0.5 py-1.5 pointer-coarse:min-h-11">
              <ChevronRight aria-hidden className="size-3.5! text-ink-3 group-open:rotate-90" />
              <Chip tone={LOOK[flag.kind].tone}>{LOOK[flag.kind].word}</Chip>
              <span className="min-w-0 text-sm [overflow-wrap:anywhere]">{titlesOf(flag)}</span>
            </summary>
            <div className="pt-1 pb-3">
              <FlagPair base={base} flag={flag} timeZone={timeZone} mayReview={mayReview} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

function titlesOf({ newer, older }: DecisionFlag): string {
  return `${recordRef("decision", newer.number)} ${newer.title} · ${recordRef("decision", older.number)} ${older.title}`;
}
