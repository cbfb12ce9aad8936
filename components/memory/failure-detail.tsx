import { recordRef } from "@/server/core/decisions/record-ref";
import { severityOf } from "@/server/core/failures/severity";
import type { FailureVersionView, FailureView, OccurrenceView } from "@/server/core/failures/views";
import { shortRef } from "../sessions/ref-name";
import type { Base } from "../telemetry/links";
import { Tag } from "../ui/chip";
import { CodeBlock } from "../ui/code-block";
import { CopyButton } from "../ui/copy-field";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { RelativeTime } from "../ui/relative-time";
import { FailureResolve } from "./failure-resolve";
import { typeWord } from "./failure-words";
import { eventHref } from "./links";
import { Block, DateTold, Versions } from "./record-parts";
import { FailureChip } from "./status-chip";

type FailureDetailProps = { base: Base; failure: FailureView };

/** One failure: what failed, why it is one, where it occurred, what put it right. */
export function FailureDetail({ base, failure }: FailureDetailProps) {
  const [latest] = failure.versions;
  if (!latest) return null;
  const ref = recordRef("failure", failure.number);
  return (
    <article aria-labelledby="failure">
      <Loudness failure={failure} />
      <header className="border-b border-line px-3.5 py-3 md:px-4">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs text-ink-3">{ref}</span>
          <FailureChip status={failure.status} occurrences={failure.occurrences} />
          <span className="ml-auto">
            <CopyButton value={ref} label={`Copy ${ref}`} />
          </span>
        </div>
        <h2 id="failure" className="my-1 text-lg [overflow-wrap:anywhere]">
          {latest.title}
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <span>{typeWord(latest.type)}</span>
          <span>
            first <DateTold iso={failure.firstSeenAt} timeZone={failure.timeZone} />
          </span>
          <span>
            last <RelativeTime iso={failure.lastSeenAt} nowIso={failure.asOf} timeZone={failure.timeZone} />
          </span>
        </div>
      </header>
      {failure.status === "active" ? (
        <FailureResolve base={base} number={failure.number} version={latest.version} mayResolve={failure.mayResolve} />
      ) : null}
      <div className="grid gap-4 p-3.5 md:p-4">
        <Facts latest={latest} failure={failure} />
        <Block head={`Occurrences (${formatExact(failure.occurrences)})`}>
          <ol className="grid">
            {failure.latest.map((one) => (
              <Occurrence key={`${one.session} ${one.ref}`} base={base} one={one} failure={failure} />
            ))}
          </ol>
          {failure.occurrences > failure.latest.length ? (
            <p className="text-xs text-ink-3">The latest {failure.latest.length} are shown.</p>
          ) : null}
        </Block>
        <section className="text-xs">
          <h3 className="mb-1.5">Versions</h3>
          <Versions
            timeZone={failure.timeZone}
            versions={failure.versions.map((version) => ({ ...version, text: changeOf(version) }))}
          />
        </section>
      </div>
    </article>
  );
}

function Loudness({ failure }: { failure: FailureView }) {
  if (failure.status === "resolved" || severityOf(failure.occurrences) === "once") return null;
  const sessions = new Set(failure.latest.map((one) => one.session)).size;
  return (
    <Notice tone={severityOf(failure.occurrences) === "escalate" ? "danger" : "warn"}>
      <b>
        {formatExact(failure.occurrences)} times in {sessions} {sessions === 1 ? "session" : "sessions"}
      </b>
      , and nothing has resolved it since.
    </Notice>
  );
}

function Facts({ latest, failure }: { latest: FailureVersionView; failure: FailureView }) {
  return (
    <>
      <Block head="What it said">
        <CodeBlock label="Error" code={latest.description} copy tone="neutral" />
      </Block>
      <Block head="Approach tried">
        <CodeBlock label="Command or tool" code={latest.approach} copy maxHeight={160} />
      </Block>
      {latest.rootCause ? (
        <Block head="Root cause">
          <p>{latest.rootCause}</p>
        </Block>
      ) : null}
      <Block head="Fix">
        {latest.fix ? (
          <p className="[overflow-wrap:anywhere]">{latest.fix}</p>
        ) : (
          <p className="text-ink-3">
            {failure.status === "resolved" ? "It passed; nothing says why." : "Not found yet."}
          </p>
        )}
      </Block>
      {latest.affectedPaths.length > 0 ? (
        <Block head="Paths">
          <p className="flex flex-wrap gap-1.5">
            {latest.affectedPaths.map((path) => (
              <Tag key={path}>{path}</Tag>
            ))}
          </p>
        </Block>
      ) : null}
      <Block head="Fingerprint: equal for the same command and cause">
        <p className="font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">{failure.fingerprint}</p>
      </Block>
    </>
  );
}

function Occurrence({ base, one, failure }: { base: Base; one: OccurrenceView; failure: FailureView }) {
  const { session, ref, resolvedBy } = one;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1.5 text-xs first:border-t-0">
      {session === null ? (
        <span className="text-ink-3">a deleted session</span>
      ) : (
        <Link href={eventHref(base, session, ref)} title={`ctx:${ref}`} className="font-mono">
          S-{session} ctx:{shortRef(ref)}
        </Link>
      )}
      <span className="text-ink-2">{one.agent}</span>
      {resolvedBy === null || session === null ? (
        <span className="text-ink-3">{resolvedBy === null ? "unresolved" : "passed later"}</span>
      ) : (
        <Link href={eventHref(base, session, resolvedBy)} title={`ctx:${resolvedBy}`}>
          passed later
        </Link>
      )}
      <span className="ml-auto text-ink-3">
        <RelativeTime iso={one.at} nowIso={failure.asOf} timeZone={failure.timeZone} look="absolute" />
      </span>
    </li>
  );
}

function changeOf({ version, status }: FailureVersionView): string {
  if (version === 1) return status === "active" ? "found" : "found, resolved in the same session";
  return status === "active" ? "occurred again" : "resolved";
}
