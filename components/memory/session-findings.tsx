import type { SessionFindingsView } from "@/server/core/decisions/findings-view";
import { recordRef } from "@/server/core/decisions/record-ref";
import { CopyPrompt } from "../handoffs/copy-prompt";
import { NoteText } from "../handoffs/note-text";
import { SessionRules } from "../rules/session-rules";
import { shortRef } from "../sessions/ref-name";
import type { Base } from "../telemetry/links";
import { plural } from "../telemetry/words";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { Sheet, SheetCell, SheetGrid, SheetHead } from "../ui/sheet";
import { eventHref, roomHref } from "./links";
import { DecisionChip, FailureChip } from "./status-chip";

type SessionFindingsProps = { team: string; project: string; sessionNumber: number; findings: SessionFindingsView };

/** What a session told the project: drafts of decisions, failures by fingerprint, and its handoff note to read. */
export function SessionFindings({ team, project, sessionNumber, findings }: SessionFindingsProps) {
  const base = { team, project };
  const { handoff } = findings;
  return (
    <Sheet>
      <SheetGrid>
        <SheetCell span={6} labelledBy="session-decisions">
          <SheetHead
            id="session-decisions"
            title="Decisions found"
            subtitle="Answered questions, approved plans and recorded decisions"
          />
          <Decisions base={base} sessionNumber={sessionNumber} findings={findings} />
        </SheetCell>
        <SheetCell span={6} labelledBy="session-failures">
          <SheetHead id="session-failures" title="Failures" subtitle="The same command and cause is one" />
          <Failures base={base} sessionNumber={sessionNumber} findings={findings} />
        </SheetCell>
        {findings.rules.length === 0 ? null : (
          <SheetCell labelledBy="session-rules">
            <SheetHead id="session-rules" title="Said to be wanted" subtitle="From now on, always, never, I prefer" />
            <SessionRules base={base} sessionNumber={sessionNumber} rules={findings.rules} />
          </SheetCell>
        )}
        <SheetCell labelledBy="session-summary">
          <SheetHead
            id="session-summary"
            title="Session summary"
            subtitle="What worked, what failed and what is left"
          />
          <Summary base={base} summary={findings.summary} />
        </SheetCell>
        <SheetCell labelledBy="session-handoff" flush>
          <SheetHead
            id="session-handoff"
            title="Handoff note"
            className="mb-0! border-b border-line px-3.5 py-3 md:px-4"
            subtitle={
              handoff ? (
                <>
                  {handoff.isEdited ? "Composed of this session and edited." : "Composed of this session."}{" "}
                  <Link href={roomHref(base, "handoffs", {}, handoff.number)}>
                    {recordRef("handoff", handoff.number)}
                  </Link>
                </>
              ) : (
                "Nothing to hand over"
              )
            }
            tools={handoff ? <CopyPrompt prompt={handoff.prompt} size="sm" /> : undefined}
          />
          {handoff ? (
            <NoteText base={base} handoff={handoff} />
          ) : (
            <p className="px-3.5 py-3 text-ink-2 md:px-4">
              This session has no prompt, no change and no todo, or its analysis is still to come.
            </p>
          )}
        </SheetCell>
      </SheetGrid>
    </Sheet>
  );
}

function Summary({ base, summary }: { base: Base; summary: SessionFindingsView["summary"] }) {
  if (summary === null) {
    return <p className="text-ink-2">Nothing to sum up, or the session&apos;s analysis is still to come.</p>;
  }
  const { number, title, worked, failed, remaining, blockers } = summary;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Link href={roomHref(base, "summaries", {}, number)} className="font-medium [overflow-wrap:anywhere]">
        {recordRef("summary", number)} {title}
      </Link>
      <span className="text-xs text-ink-3">
        {worked} worked, {failed} failed, {remaining} left, {blockers} {plural(blockers, "blocker")}
      </span>
    </p>
  );
}

type PartProps = { base: Base; sessionNumber: number; findings: SessionFindingsView };

function Decisions({ base, sessionNumber, findings }: PartProps) {
  if (findings.decisions.length === 0) return <p className="text-ink-2">No decision was found in this session.</p>;
  return (
    <ul className="grid">
      {findings.decisions.map((row) => (
        <li key={row.number} className="grid gap-1 border-t border-line py-2 first:border-t-0 first:pt-0">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-mono text-xs text-ink-3">{recordRef("decision", row.number)}</span>
            <DecisionChip status={row.status} />
            {row.eventRef === null ? null : (
              <Link href={eventHref(base, sessionNumber, row.eventRef)} className="ml-auto font-mono text-xs">
                ctx:{shortRef(row.eventRef)}
              </Link>
            )}
          </span>
          <Link
            href={roomHref(base, "decisions", {}, row.number)}
            look="plain"
            className="font-medium [overflow-wrap:anywhere] hover:underline"
          >
            {row.title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Failures({ base, sessionNumber, findings }: PartProps) {
  if (findings.failures.length === 0) return <p className="text-ink-2">Nothing failed in this session.</p>;
  return (
    <ul className="grid">
      {findings.failures.map((row) => (
        <li key={row.number} className="grid gap-1 border-t border-line py-2 first:border-t-0 first:pt-0">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-mono text-xs text-ink-3">{recordRef("failure", row.number)}</span>
            <FailureChip status={row.status} occurrences={row.occurrences} />
            <span className="text-xs text-ink-3">
              {row.here === 1 ? "once" : `${formatExact(row.here)} times`} here, {formatExact(row.occurrences)} in all
            </span>
            <Link href={eventHref(base, sessionNumber, row.lastRef)} className="ml-auto font-mono text-xs">
              ctx:{shortRef(row.lastRef)}
            </Link>
          </span>
          <Link
            href={roomHref(base, "failures", {}, row.number)}
            look="plain"
            className="line-clamp-2 font-medium [overflow-wrap:anywhere] hover:underline"
          >
            {row.title}
          </Link>
          <span className="text-xs text-ink-2">
            {row.resolvedBy === null ? (
              "Not resolved in this session."
            ) : (
              <>
                Passed later at{" "}
                <Link href={eventHref(base, sessionNumber, row.resolvedBy)} className="font-mono">
                  ctx:{shortRef(row.resolvedBy)}
                </Link>
                .
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
