import type { Citations, DecisionFlags } from "@/server/core/decisions/attention";
import { recordRef } from "@/server/core/decisions/record-ref";
import { alternativeLine, decisionFields } from "@/server/core/decisions/shown-fields";
import type { DecisionVersionView, DecisionView } from "@/server/core/decisions/views";
import type { Base } from "../telemetry/links";
import { CopyButton } from "../ui/copy-field";
import { Facts } from "../ui/facts";
import { CitedBy } from "./cited-by";
import { DecisionActions } from "./decision-actions";
import { decisionFacts } from "./decision-facts";
import { DecisionReview } from "./decision-review";
import { DecisionStanding } from "./decision-standing";
import { roomHref } from "./links";
import { LookAtThese } from "./look-at-these";
import { Author, Block, DateTold, EvidenceList, SessionLink, TagLinks, Told, Versions } from "./record-parts";
import { DecisionChip, statusWord } from "./status-chip";
import { VersionDiff } from "./version-diff";

type DecisionDetailProps = {
  base: Base;
  decision: DecisionView;
  flags: DecisionFlags;
  citations: Citations;
  /** The versions that the address compares: `3-4`. */
  diff: string | null;
};

/** One decision in full: what was decided and why, what was not taken, its evidence and its versions. */
export function DecisionDetail({ base, decision, flags, citations, diff }: DecisionDetailProps) {
  const [latest] = decision.versions;
  if (!latest) return null;
  const { number, may, timeZone } = decision;
  const ref = recordRef("decision", number);
  const isOpen = latest.status === "draft" || latest.status === "proposed";
  const replaces = decision.replaces.filter(({ status }) => status !== "superseded" && status !== "rejected");
  return (
    <article aria-labelledby="decision">
      <DecisionStanding base={base} decision={decision} latest={latest} />
      <header className="border-b border-line px-3.5 py-3 md:px-4">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs text-ink-3">{ref}</span>
          <DecisionChip status={latest.status} />
          <span className="ml-auto flex items-center gap-1">
            <CopyButton value={ref} label={`Copy ${ref}`} />
          </span>
          {may.write ? <DecisionActions {...{ base, number, latest, may }} /> : null}
        </div>
        <h2 id="decision" className="my-1 text-xl [overflow-wrap:anywhere]">
          {latest.title}
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <Author author={(decision.versions.at(-1) ?? latest).author} />
          <DateTold iso={latest.decidedOn ?? latest.createdAt} timeZone={timeZone} />
          {decision.session === null ? null : (
            <span>
              from <SessionLink base={base} number={decision.session} />
            </span>
          )}
          <TagLinks tags={latest.tags} hrefOf={(tag) => roomHref(base, "decisions", { tag: [tag] })} />
        </div>
      </header>
      {isOpen && may.review ? (
        <DecisionReview
          {...{ base, number, latest }}
          replaces={replaces.map((old) => recordRef("decision", old.number))}
        />
      ) : null}
      <div className="grid min-[1361px]:grid-cols-[minmax(0,1fr)_276px]">
        <div className="grid content-start gap-4 p-3.5 md:p-4">
          <LookAtThese base={base} flags={flags} />
          <Told base={base} head="Context" text={latest.context} />
          <Told base={base} head="Decision" text={latest.decision} />
          <Told base={base} head="Reasoning" text={latest.reasoning} />
          <Alternatives latest={latest} />
          <Told base={base} head="Impact" text={latest.impact} />
          {latest.assumptions.length > 0 ? (
            <Told base={base} head="Assumptions" text={latest.assumptions.map((text) => `- ${text}`).join("\n")} />
          ) : null}
          {decision.versions.length > 1 ? (
            <VersionDiff
              asked={diff}
              timeZone={timeZone}
              versions={decision.versions.map((version) => ({
                version: version.version,
                createdAt: version.createdAt,
                author: version.author.name,
                fields: decisionFields(version),
              }))}
            />
          ) : null}
        </div>
        <Side base={base} decision={decision} latest={latest} citations={citations} />
      </div>
    </article>
  );
}

type PartProps = { base: Base; decision: DecisionView; latest: DecisionVersionView };

function Alternatives({ latest }: { latest: DecisionVersionView }) {
  if (latest.alternatives.length === 0) return null;
  return (
    <Block head="Alternatives, and why not">
      <ul className="grid gap-2">
        {latest.alternatives.map((alternative) => (
          <li
            key={alternativeLine(alternative)}
            className="border-l-2 border-line-strong pl-3 text-md [overflow-wrap:anywhere]"
          >
            <b className="block font-medium">{alternative.option}</b>
            {alternative.detail ? <span className="block text-ink-2">{alternative.detail}</span> : null}
            {alternative.whyNot ? <span className="block text-ink-2">{alternative.whyNot}</span> : null}
            {alternative.detail || alternative.whyNot ? null : <span className="text-ink-3">Nobody said why not.</span>}
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Side({ base, decision, latest, citations }: PartProps & { citations: Citations }) {
  const facts = decisionFacts(base, decision, latest);
  const { repository } = decision;
  const oldest = decision.versions.at(-1)?.version ?? 1;
  return (
    <section
      aria-label="Facts, versions, evidence and citations"
      className="grid content-start gap-4 border-t border-line p-3.5 text-xs md:p-4 min-[1361px]:border-t-0 min-[1361px]:border-l"
    >
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      <Versions
        timeZone={decision.timeZone}
        versions={decision.versions.map((version, index) => ({
          ...version,
          text: changeOf(version, decision.versions[index + 1], decision),
          href:
            version.version === oldest
              ? null
              : `${roomHref(base, "decisions", {}, decision.number)}?diff=${version.version - 1}-${version.version}`,
        }))}
      />
      <EvidenceList {...{ base, repository }} head="Evidence" evidence={latest.evidence} none="None is linked." />
      <EvidenceList {...{ base, repository }} head="Linked" evidence={latest.links} />
      <CitedBy base={base} number={decision.number} first={citations} timeZone={decision.timeZone} />
    </section>
  );
}

/** What a version did, in a few words: its status where that changed, else that it was written anew. */
function changeOf(
  version: DecisionVersionView,
  before: DecisionVersionView | undefined,
  { session, supersededBy }: DecisionView,
): string {
  if (!before) return session === null ? "recorded" : `found in S-${session}`;
  if (version.status === before.status) return "edited";
  const successor = supersededBy.find(({ status }) => status === "accepted");
  if (version.status === "superseded" && successor) {
    return `superseded by ${recordRef("decision", successor.number)}`;
  }
  return statusWord(version.status).toLowerCase();
}
