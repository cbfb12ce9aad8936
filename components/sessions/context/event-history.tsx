"use client";

import type { EventDetail } from "@/server/core/telemetry/session-views";
import { Link } from "../../ui/link";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { useSessionScope } from "../session-scope";
import { SessionTime } from "../session-time";
import { viewHref } from "../session-view";
import { actorWords } from "./words";

/** Every change of what the model sees of one event, the newest first. */
export function EventHistory({ transitions }: Pick<EventDetail, "transitions">) {
  const { base, number } = useSessionScope();
  return (
    <ol className="grid">
      {transitions.map((change) => (
        <li key={`${change.at} ${change.to}`} className="grid gap-0.5 border-t border-line py-1.5 first:border-t-0">
          <span className="flex flex-wrap items-center gap-x-2 text-xs">
            <span className="text-ink-3">
              <SessionTime iso={change.at} />
            </span>
            <span className="inline-flex items-center gap-1.5">
              <ResidencyGlyph residency={change.from} withWord /> → <ResidencyGlyph residency={change.to} withWord />
            </span>
          </span>
          <span className="text-xs text-ink-2 [overflow-wrap:anywhere]">
            By{" "}
            {change.run === null ? (
              actorWords(change)
            ) : (
              <Link href={viewHref(base, number, "runs", { run: String(change.run) })} prefetch={false}>
                {actorWords(change)}
              </Link>
            )}
            . {change.reason}
            {change.rule ? (
              <>
                {" "}
                <code>{change.rule}</code>
              </>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
