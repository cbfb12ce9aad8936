import type { SessionFindingsView } from "@/server/core/decisions/findings-view";
import { recordHref } from "../handoffs/link-records";
import { eventHref } from "../memory/links";
import { shortRef } from "../sessions/ref-name";
import type { Base } from "../telemetry/links";
import { Link } from "../ui/link";
import { RuleChip } from "./rule-chip";

type SessionRulesProps = { base: Base; sessionNumber: number; rules: SessionFindingsView["rules"] };

/** Constraints and preferences that the prompts of a session said, each with its prompt. */
export function SessionRules({ base, sessionNumber, rules }: SessionRulesProps) {
  return (
    <ul className="grid">
      {rules.map(({ ref, status, title, eventRef }) => (
        <li key={ref} className="grid gap-1 border-t border-line py-2 first:border-t-0 first:pt-0">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-mono text-xs text-ink-3">{ref}</span>
            <RuleChip status={status} />
            {eventRef === null ? null : (
              <Link href={eventHref(base, sessionNumber, eventRef)} className="ml-auto font-mono text-xs">
                ctx:{shortRef(eventRef)}
              </Link>
            )}
          </span>
          <Link
            href={recordHref(base, ref) ?? "#main"}
            look="plain"
            className="font-medium [overflow-wrap:anywhere] hover:underline"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
