import { recordRef } from "@/server/core/decisions/record-ref";
import { completenessOf, type HandoffNote as Note, SECTION_TITLES } from "@/server/core/handoffs/note";
import type { HandoffView } from "@/server/core/handoffs/views";
import { DownloadLink } from "../telemetry/download-link";
import type { Base } from "../telemetry/links";
import { Chip } from "../ui/chip";
import { CodeBlock } from "../ui/code-block";
import { formatPercent } from "../ui/format";
import { Progress } from "../ui/progress";
import { RelativeTime } from "../ui/relative-time";
import { CopyPrompt } from "./copy-prompt";
import { HandoffNote } from "./handoff-note";
import { addresseeWord } from "./handoff-words";
import { roomHref } from "./links";
import { SessionLink, Versions } from "./record-parts";

type HandoffDetailProps = { base: Base; handoff: HandoffView };

/** One handoff note to read and to take away. */
export function HandoffDetail({ base, handoff }: HandoffDetailProps) {
  const ref = recordRef("handoff", handoff.number);
  const { note, session } = handoff;
  return (
    <article aria-labelledby="handoff">
      <header className="border-b border-line px-3.5 py-3 md:px-4">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs text-ink-3">{ref}</span>
          <Chip>{handoff.status === "composed" ? "Composed" : handoff.status}</Chip>
          <span className="text-xs text-ink-3">
            v{handoff.version},{" "}
            <RelativeTime iso={handoff.updatedAt} nowIso={handoff.asOf} timeZone={handoff.timeZone} />
          </span>
          <span className="ml-auto flex flex-wrap gap-2">
            <DownloadLink
              withWords
              label="Markdown"
              href={`${roomHref(base, "handoffs", {}, handoff.number)}/markdown`}
            />
            <CopyPrompt prompt={handoff.prompt} />
          </span>
        </div>
        <h2 id="handoff" className="my-1 text-xl [overflow-wrap:anywhere]">
          {handoff.title}
        </h2>
        <div className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-3">
          {session === null ? null : (
            <span>
              From <SessionLink base={base} number={session.number} />
            </span>
          )}
          {note ? (
            <span>
              {note.from.client} {note.from.agent}
            </span>
          ) : null}
          <span>to {addresseeWord(handoff.addressedTo)}</span>
          {session?.person ? <span>{session.person}</span> : null}
        </div>
      </header>
      <div className="grid min-[1361px]:grid-cols-[minmax(0,1fr)_252px]">
        {note ? (
          <HandoffNote base={base} note={note} session={session?.number ?? null} />
        ) : (
          <div className="p-3.5 md:p-4">
            <CodeBlock label="Handoff note" code={handoff.markdown} copy />
          </div>
        )}
        <section
          aria-label="Completeness and versions"
          className="grid content-start gap-4 border-t border-line p-3.5 text-xs md:p-4 min-[1361px]:border-t-0 min-[1361px]:border-l"
        >
          {note ? <Completeness note={note} /> : null}
          <section>
            <h3 className="mb-1.5">Versions</h3>
            <Versions
              timeZone={handoff.timeZone}
              versions={handoff.versions.map((version) => ({
                ...version,
                text: version.author.kind === "system" ? composedFrom(session?.number) : "edited",
              }))}
            />
          </section>
        </section>
      </div>
    </article>
  );
}

function composedFrom(session: number | undefined): string {
  return session === undefined ? "composed" : `composed from S-${session}`;
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
              <b className="font-medium">{SECTION_TITLES[section]}.</b> {reason}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
