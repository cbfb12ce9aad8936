import type { QueuedDraft } from "@/server/core/decisions/attention";
import { recordRef } from "@/server/core/decisions/record-ref";
import { alternativeLine } from "@/server/core/decisions/shown-fields";
import type { Base } from "../telemetry/links";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { roomHref } from "./links";
import { Author, Block, DateTold, EvidenceList, SessionLink, Told } from "./record-parts";

type QueuedDraftViewProps = { base: Base; draft: QueuedDraft; timeZone: string };

/** A draft as somebody reviews it: what was asked, what was answered, and where it was said. */
export function QueuedDraftView({ base, draft, timeZone }: QueuedDraftViewProps) {
  const { number, latest, alike, sessions } = draft;
  const wasAsked = latest.evidence.some(({ note }) => note === "The question.");
  return (
    <article aria-labelledby="draft" className="grid gap-4 p-3.5 md:p-4">
      <header className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <Link href={roomHref(base, "decisions", {}, number)} className="font-mono">
            {recordRef("decision", number)}
          </Link>
          <Author author={latest.author} />
          <DateTold iso={latest.decidedOn ?? latest.createdAt} timeZone={timeZone} />
          <FoundIn base={base} sessions={sessions} />
        </p>
        <h2 id="draft" className="text-xl [overflow-wrap:anywhere]">
          {latest.title}
        </h2>
        {alike.length === 0 ? null : (
          <p className="text-sm text-ink-2">
            {alike.length === 1 ? "One more draft says" : `${formatExact(alike.length)} more drafts say`} the same:{" "}
            {alike.slice(0, 5).map((other) => (
              <Link key={other} href={roomHref(base, "decisions", {}, other)} className="mr-1.5 inline-block font-mono">
                {recordRef("decision", other)}
              </Link>
            ))}
            {alike.length > 5 ? "and others. " : ""}
            They go where this one goes.
          </p>
        )}
      </header>
      <Told base={base} head={wasAsked ? "The question" : "Context"} text={latest.context} />
      <Told base={base} head={wasAsked ? "The answer" : "Decision"} text={latest.decision} />
      <Told base={base} head="Reasoning" text={latest.reasoning} />
      {latest.alternatives.length === 0 ? null : (
        <Block head="Alternatives">
          <ul className="grid gap-1 text-md">
            {latest.alternatives.map((one) => (
              <li key={alternativeLine(one)} className="border-l-2 border-line-strong pl-3 [overflow-wrap:anywhere]">
                {alternativeLine(one)}
              </li>
            ))}
          </ul>
        </Block>
      )}
      <div className="text-xs">
        <EvidenceList base={base} head="Evidence" evidence={latest.evidence} none="None is linked." />
      </div>
    </article>
  );
}

const SHOWN = 4;

function FoundIn({ base, sessions }: { base: Base; sessions: readonly number[] }) {
  if (sessions.length === 0) return null;
  return (
    <span>
      found in{" "}
      {sessions.slice(0, SHOWN).map((session, index) => (
        <span key={session}>
          {index === 0 ? "" : ", "}
          <SessionLink base={base} number={session} />
        </span>
      ))}
      {sessions.length > SHOWN ? ` and ${formatExact(sessions.length - SHOWN)} more` : ""}
    </span>
  );
}
