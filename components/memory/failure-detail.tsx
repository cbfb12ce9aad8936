import { recordRef } from "@/server/core/decisions/record-ref";
import { type Join, joinChange } from "@/server/core/failures/joined";
import { severityOf } from "@/server/core/failures/severity";
import { failureFields } from "@/server/core/failures/shown-fields";
import type { FailureVersionView, FailureView } from "@/server/core/failures/views";
import type { Base } from "../telemetry/links";
import { CodeBlock } from "../ui/code-block";
import { CopyButton } from "../ui/copy-field";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { RelativeTime } from "../ui/relative-time";
import { FailureActions } from "./failure-actions";
import { FailureMerged } from "./failure-merged";
import { FailureOccurrences } from "./failure-occurrences";
import { FailureTrend } from "./failure-trend";
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
      <Led failure={failure} />
      <Reopened base={base} failure={failure} />
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
        <FailureTrend failure={failure} />
        <FailureOccurrences base={base} failure={failure} />
        <FailureMerged base={base} failure={failure} />
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

/** The number in the address is of a failure that was merged into this one. */
function Led({ failure: { askedFor, number } }: { failure: FailureView }) {
  if (askedFor === null) return null;
  return (
    <Notice tone="info">
      {recordRef("failure", askedFor)} was merged into {recordRef("failure", number)}, which is shown here.
    </Notice>
  );
}

function Reopened({ base, failure: { reopened } }: { base: Base; failure: FailureView }) {
  if (reopened?.session == null) return null;
  return (
    <Notice tone="warn">
      <b>Reopened:</b> it was resolved, and occurred again in session{" "}
      <Link href={eventHref(base, reopened.session, reopened.ref)}>#{reopened.session}</Link>.
    </Notice>
  );
}

function Loudness({ failure }: { failure: FailureView }) {
  if (failure.status === "resolved" || severityOf(failure.occurrences) === "once") return null;
  const sessions = new Set(failure.latest.map((one) => one.session)).size;
  if (sessions === 0) return null;
  // Only the latest are here, so the sessions of all are known only while these are all.
  const where =
    failure.latest.length < failure.occurrences ? "" : ` in ${sessions} ${sessions === 1 ? "session" : "sessions"}`;
  return (
    <Notice tone={severityOf(failure.occurrences) === "escalate" ? "danger" : "warn"}>
      <b>
        {formatExact(failure.occurrences)} times{where}
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
    </>
  );
}

const JOINED: Readonly<Record<Join, (ref: string) => string>> = {
  "merged-into": (ref) => `merged into ${ref}`,
  "took-in": (ref) => `took ${ref} in`,
  "split-from": (ref) => `split off from ${ref}`,
  "gave-off": (ref) => `${ref} was split off`,
};

function changeOf(version: FailureVersionView, before: FailureVersionView | undefined): string {
  const { status, author, evidence } = version;
  const isByHand = author.kind !== "system";
  const join = isByHand ? joinChange(evidence, before?.evidence) : null;
  if (join) return join.isTakenBack ? `took back: ${JOINED[join.join](join.ref)}` : JOINED[join.join](join.ref);
  if (!before) {
    if (isByHand) return "recorded";
    return status === "active" ? "found" : "found, resolved in the same session";
  }
  if (status === before.status) return "edited";
  if (status === "resolved") return isByHand ? "resolved" : "passed later";
  return isByHand ? "reopened" : againWords(version);
}

function againWords({ evidence }: FailureVersionView): string {
  const note = evidence.find(({ note: text }) => text.startsWith("Reopened:"))?.note;
  return note === undefined ? "occurred again" : note.replace(/^R/, "r").replace(/\.$/, "");
}
