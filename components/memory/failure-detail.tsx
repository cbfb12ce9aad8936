import { recordRef } from "@/server/core/decisions/record-ref";
import { severityOf } from "@/server/core/failures/severity";
import { failureFields } from "@/server/core/failures/shown-fields";
import type { FailureVersionView, FailureView, OccurrenceView } from "@/server/core/failures/views";
import { shortRef } from "../sessions/ref-name";
import type { Base } from "../telemetry/links";
import { CodeBlock } from "../ui/code-block";
import { CopyButton } from "../ui/copy-field";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { RelativeTime } from "../ui/relative-time";
import { FailureActions } from "./failure-actions";
import { typeWord } from "./failure-words";
import { eventHref, roomHref } from "./links";
import { Block, DateTold, EvidenceList, TagLinks, Told, Versions } from "./record-parts";
import { FailureChip } from "./status-chip";
import { VersionDiff } from "./version-diff";

type FailureDetailProps = {
  base: Base;
  failure: FailureView;
  /** The versions that the address compares: `1-2`. */
  diff: string | null;
};

/** One failure: what failed, why it is one, where it occurred, what put it right, and what agents hear of it. */
export function FailureDetail({ base, failure, diff }: FailureDetailProps) {
  const [latest] = failure.versions;
  if (!latest) return null;
  const { number, timeZone } = failure;
  const ref = recordRef("failure", number);
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
            first <DateTold iso={failure.firstSeenAt} timeZone={timeZone} />
          </span>
          <span>
            last <RelativeTime iso={failure.lastSeenAt} nowIso={failure.asOf} timeZone={timeZone} />
          </span>
          <TagLinks tags={latest.tags} hrefOf={(tag) => roomHref(base, "failures", { tag: [tag] })} />
        </div>
      </header>
      {failure.mayWrite ? <FailureActions base={base} number={number} latest={latest} /> : null}
      <div className="grid gap-4 p-3.5 md:p-4">
        <Facts base={base} latest={latest} failure={failure} />
        <Block head="What an agent hears when it asks">
          <CodeBlock label="What an agent hears" code={failure.heard} copy tone="accent" />
        </Block>
        <Occurrences base={base} failure={failure} />
        <div className="grid gap-4 border-t border-line pt-4 text-xs">
          <EvidenceList base={base} head="Evidence" evidence={latest.evidence} />
          <Versions timeZone={timeZone} versions={versionLines(base, failure)} />
        </div>
        {failure.versions.length > 1 ? (
          <VersionDiff
            asked={diff}
            timeZone={timeZone}
            versions={failure.versions.map((version) => ({
              version: version.version,
              createdAt: version.createdAt,
              author: version.author.kind === "system" ? "Context Steward" : version.author.name,
              fields: failureFields(version),
            }))}
          />
        ) : null}
      </div>
    </article>
  );
}

function versionLines(base: Base, { number, versions }: FailureView) {
  return versions.map((version, index) => {
    const before = versions[index + 1];
    const address = `${roomHref(base, "failures", {}, number)}?diff=${version.version - 1}-${version.version}`;
    return { ...version, text: changeOf(version, before), href: before ? address : null };
  });
}

function Loudness({ failure }: { failure: FailureView }) {
  if (failure.status === "resolved" || severityOf(failure.occurrences) === "once") return null;
  const sessions = new Set(failure.latest.map((one) => one.session)).size;
  if (sessions === 0) return null;
  return (
    <Notice tone={severityOf(failure.occurrences) === "escalate" ? "danger" : "warn"}>
      <b>
        {formatExact(failure.occurrences)} times in {sessions} {sessions === 1 ? "session" : "sessions"}
      </b>
      , and nothing has resolved it since.
    </Notice>
  );
}

type FactsProps = { base: Base; latest: FailureVersionView; failure: FailureView };

function Facts({ base, latest, failure }: FactsProps) {
  return (
    <>
      {latest.description ? (
        <Block head="What it said">
          <CodeBlock label="Error" code={latest.description} copy tone="neutral" maxHeight={220} />
        </Block>
      ) : null}
      {latest.approach ? (
        <Block head="Approach tried">
          <CodeBlock label="Command or tool" code={latest.approach} copy maxHeight={160} />
        </Block>
      ) : null}
      <Told base={base} head="Root cause" text={latest.rootCause} />
      {latest.fix ? (
        <Told base={base} head="Fix" text={latest.fix} />
      ) : (
        <Block head="Fix">
          <p className="text-ink-3">
            {failure.status === "resolved" ? "It passed; nothing says why." : "Not found yet."}
          </p>
        </Block>
      )}
      {latest.affectedPaths.length > 0 ? (
        <Block head="Paths">
          <p className="flex flex-wrap gap-1.5">
            <TagLinks tags={latest.affectedPaths} hrefOf={(path) => roomHref(base, "failures", { path: [path] })} />
          </p>
        </Block>
      ) : null}
      <Block head="Fingerprint: equal for the same command and cause">
        <p className="font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">{failure.fingerprint}</p>
      </Block>
    </>
  );
}

function Occurrences({ base, failure }: { base: Base; failure: FailureView }) {
  const { latest, occurrences } = failure;
  return (
    <Block head={`Occurrences (${formatExact(occurrences)})`}>
      {latest.length === 0 ? (
        <p className="text-ink-3">Recorded by hand. Sessions that fail the same way are listed here.</p>
      ) : (
        <ol className="grid">
          {latest.map((one) => (
            <Occurrence key={`${one.session} ${one.ref}`} base={base} one={one} failure={failure} />
          ))}
        </ol>
      )}
      {latest.length > 0 && occurrences > latest.length ? (
        <p className="text-xs text-ink-3">The latest {latest.length} are shown.</p>
      ) : null}
    </Block>
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

function changeOf({ status, author }: FailureVersionView, before: FailureVersionView | undefined): string {
  const isByHand = author.kind !== "system";
  if (!before) {
    if (isByHand) return "recorded";
    return status === "active" ? "found" : "found, resolved in the same session";
  }
  if (status === before.status) return "edited";
  if (status === "resolved") return isByHand ? "resolved" : "passed later";
  return isByHand ? "reopened" : "occurred again";
}
