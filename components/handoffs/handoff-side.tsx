import type { HandoffNote as Note } from "@/server/core/handoffs/note";
import { completenessOf, SECTION_TITLES } from "@/server/core/handoffs/note-sections";
import type { HandoffView } from "@/server/core/handoffs/views";
import { DateTold } from "../memory/record-parts";
import { DownloadLink } from "../telemetry/download-link";
import type { Base } from "../telemetry/links";
import { CopyField } from "../ui/copy-field";
import { formatPercent, sentenceCase } from "../ui/format";
import { Link } from "../ui/link";
import { Progress } from "../ui/progress";
import { AddressForm } from "./address-form";
import { CopyPrompt } from "./copy-prompt";
import type { Teammate } from "./handoff-detail";
import { compareHref, noteHref } from "./links";

type HandoffSideProps = { base: Base; handoff: HandoffView; teammates: readonly Teammate[] };

/** What stands beside a note: how complete it is, whom it is for, how to take it away, and its versions. */
export function HandoffSide({ base, handoff, teammates }: HandoffSideProps) {
  return (
    <section
      aria-label="About this note"
      className="grid min-w-0 grid-cols-1 content-start gap-4 border-t border-line p-3.5 text-xs md:p-4 min-[1361px]:border-t-0 min-[1361px]:border-l"
    >
      {handoff.note ? <Completeness note={handoff.note} /> : null}
      {handoff.you.mayWrite ? <AddressForm base={base} handoff={handoff} teammates={teammates} /> : null}
      <TakeAlong base={base} handoff={handoff} />
      <VersionList base={base} handoff={handoff} />
    </section>
  );
}

function Completeness({ note }: { note: Note }) {
  const { told, of } = completenessOf(note);
  const missing = note.completeness.filter((section) => section.state === "missing");
  return (
    <section>
      <h3 className="mb-1.5">{formatPercent(of === 0 ? 1 : told / of)} complete</h3>
      <Progress
        label="Completeness"
        value={told}
        max={of}
        valueText={`${told} of ${of} sections`}
        tone={missing.length > 2 ? "warn" : "accent"}
        size="md"
      />
      <p className="mt-1.5 text-ink-2">
        {told} of {of} sections.
      </p>
      {missing.length > 0 ? (
        <ul className="mt-1 grid gap-1 text-ink-2">
          {missing.map(({ section, reason }) => (
            <li key={section}>
              <b className="font-medium">{sentenceCase(SECTION_TITLES[section])}.</b> {reason}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** The note as a prompt, as the command that resumes its session, and as a file. */
function TakeAlong({ base, handoff }: { base: Base; handoff: HandoffView }) {
  const { session, checkpoint, number, prompt } = handoff;
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3>Take it along</h3>
      <div className="flex flex-wrap gap-2">
        <CopyPrompt prompt={prompt} />
        <DownloadLink withWords="always" label="Markdown" href={`${noteHref(base, number)}/markdown`} />
      </div>
      {session === null ? null : checkpoint === null ? (
        <div className="grid grid-cols-1 gap-1">
          <p className="text-ink-2">S-{session.number} has no checkpoint to resume from. This saves one:</p>
          <CopyField command label="Copy command" value={`steward checkpoint ${session.number}`} />
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-1">
          <p className="text-ink-2">Start a fresh session from its checkpoint:</p>
          <CopyField command label="Copy resume command" value={`steward resume ${checkpoint}`} />
        </div>
      )}
    </section>
  );
}

function VersionList({ base, handoff }: { base: Base; handoff: HandoffView }) {
  const { versions, number, session, timeZone } = handoff;
  return (
    <section>
      <h3 className="mb-1.5">Versions</h3>
      <ol className="grid gap-2">
        {versions.map(({ version, author, createdAt }, index) => (
          <li key={version} className="relative pl-3.5 leading-snug">
            <span
              aria-hidden
              className={`absolute top-[5px] left-0 size-[7px] ${index === 0 ? "bg-accent" : "bg-surface shadow-[inset_0_0_0_1.5px_var(--color-control)]"}`}
            />
            <b className="font-medium">v{version}</b> {madeHow(author.kind, version, session?.number)}
            {version > 1 ? (
              <>
                {" "}
                <Link
                  href={compareHref(base, number, version - 1, version)}
                  aria-label={`Changes of version ${version}`}
                >
                  changes
                </Link>
              </>
            ) : null}
            <span className="block text-ink-3">
              <DateTold iso={createdAt} timeZone={timeZone} /> ·{" "}
              {author.kind === "system" ? "Context Steward" : author.name}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function madeHow(kind: string, version: number, session: number | undefined): string {
  if (kind !== "system") return version === 1 ? "written" : "edited";
  return session === undefined ? "composed" : `composed from S-${session}`;
}
