import { recordHref } from "../handoffs/link-records";
import { eventHref } from "../memory/links";
import { shortRef } from "../sessions/ref-name";
import type { Base } from "../telemetry/links";
import { Link } from "../ui/link";

type EvidenceLinksProps = {
  base: Base;
  /** The session whose events are named; null when it is gone. */
  session: number | null;
  evidence: readonly string[];
};

/** What proves a statement: events and records lead to where they are, commits and a person's words stand as they are. */
export function EvidenceLinks({ base, session, evidence }: EvidenceLinksProps) {
  if (evidence.length === 0) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-mono text-xs text-ink-3">
      {[...new Set(evidence)].map((one) => {
        const place = placeOf(base, session, one);
        return place.href === null ? (
          <span key={one}>{place.name}</span>
        ) : (
          <Link key={one} href={place.href} className="py-[3px]">
            {place.name}
          </Link>
        );
      })}
    </span>
  );
}

function placeOf(base: Base, session: number | null, evidence: string): { name: string; href: string | null } {
  const event = evidence.startsWith("ctx:") ? evidence.slice("ctx:".length) : null;
  if (event !== null) {
    return { name: `ctx:${shortRef(event)}`, href: session === null ? null : eventHref(base, session, event) };
  }
  return { name: evidence, href: recordHref(base, evidence) };
}
