import { recordRef } from "@/server/core/decisions/record-ref";
import type { SummaryView } from "@/server/core/session-summary/views";
import { SessionLink, Versions } from "../memory/record-parts";
import { DownloadLink } from "../telemetry/download-link";
import type { Base } from "../telemetry/links";
import { CodeBlock } from "../ui/code-block";
import { RelativeTime } from "../ui/relative-time";
import { summaryCompareHref, summaryHref } from "./links";
import { SummaryActions } from "./summary-actions";
import { SummaryBody } from "./summary-body";

type SummaryDetailProps = { base: Base; summary: SummaryView };

/** One summary to read, with the session that it is of and its versions. */
export function SummaryDetail({ base, summary }: SummaryDetailProps) {
  const { number, title, body, markdown, session } = summary;
  return (
    <article aria-labelledby="summary">
      {/* On a phone the buttons stand below what they act on, where there is room for them. */}
      <header className="grid gap-x-3 border-b border-line px-3.5 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:px-4">
        <span className="font-mono text-xs text-ink-3">{recordRef("summary", number)}</span>
        <h2 id="summary" className="my-1 text-xl [overflow-wrap:anywhere] md:col-span-2">
          {title}
        </h2>
        <div className="md:col-span-2">
          <Origin base={base} summary={summary} />
        </div>
        <div className="max-md:mt-3 max-md:empty:hidden md:col-start-2 md:row-start-1">
          <SummaryActions base={base} summary={summary} />
        </div>
      </header>
      <div className="grid min-[1361px]:grid-cols-[minmax(0,1fr)_276px]">
        <div className="min-w-0">
          {body ? (
            <SummaryBody base={base} body={body} session={session?.number ?? null} />
          ) : (
            <div className="p-3.5 md:p-4">
              <CodeBlock label="Session summary" code={markdown} copy />
            </div>
          )}
        </div>
        <Side base={base} summary={summary} />
      </div>
    </article>
  );
}

function Origin({ base, summary }: SummaryDetailProps) {
  const { session, body, version, versions, isEdited, updatedAt, asOf, timeZone } = summary;
  const newest = versions[0];
  const from = body?.from;
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-3">
      {session === null ? <span>Its session is deleted</span> : <SessionOf base={base} number={session.number} />}
      {from && from.client !== "" ? <span>{from.client}</span> : null}
      {session?.person ? <span>{session.person}</span> : null}
      {from && from.agents.length > 0 ? <span>by {from.agents.join(", ")}</span> : null}
      {from?.branch ? (
        <span>
          on <span className="font-mono">{from.branch}</span>
        </span>
      ) : null}
      <span>
        v{version}, {isEdited && newest ? `edited by ${newest.author.name} ` : "composed "}
        <RelativeTime iso={updatedAt} nowIso={asOf} timeZone={timeZone} />
      </span>
    </div>
  );
}

function SessionOf({ base, number }: { base: Base; number: number }) {
  return (
    <span>
      Of <SessionLink base={base} number={number} />
    </span>
  );
}

function Side({ base, summary }: SummaryDetailProps) {
  const { number, versions, timeZone } = summary;
  return (
    <section
      aria-label="About this summary"
      className="grid min-w-0 grid-cols-1 content-start gap-4 border-t border-line p-3.5 text-xs md:p-4 min-[1361px]:border-t-0 min-[1361px]:border-l"
    >
      <section className="grid gap-2">
        <h3>Take it along</h3>
        <div>
          <DownloadLink withWords="always" label="Markdown" href={`${summaryHref(base, number)}/markdown`} />
        </div>
      </section>
      <Versions
        timeZone={timeZone}
        versions={versions.map(({ version, author, createdAt }) => ({
          version,
          author,
          createdAt,
          text: author.kind === "system" ? "composed" : "edited",
          href: version > 1 ? summaryCompareHref(base, number, version - 1, version) : null,
        }))}
      />
    </section>
  );
}
