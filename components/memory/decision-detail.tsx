import { recordRef } from "@/server/core/decisions/record-ref";
import { alternativeLine, decisionFields } from "@/server/core/decisions/shown-fields";
import type { DecisionVersionView, DecisionView, RelatedDecision } from "@/server/core/decisions/views";
import type { Base } from "../telemetry/links";
import { CopyButton } from "../ui/copy-field";
import { type Fact, Facts } from "../ui/facts";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { DecisionActions } from "./decision-actions";
import { DecisionReview } from "./decision-review";
import { roomHref } from "./links";
import { Author, Block, DateTold, EvidenceList, SessionLink, TagLinks, Told, Versions } from "./record-parts";
import { DecisionChip, statusWord } from "./status-chip";
import { VersionDiff } from "./version-diff";

type DecisionDetailProps = {
  base: Base;
  decision: DecisionView;
  /** The versions that the address compares: `3-4`. */
  diff: string | null;
};

/** One decision in full: what was decided and why, what was not taken, its evidence and its versions. */
export function DecisionDetail({ base, decision, diff }: DecisionDetailProps) {
  const [latest] = decision.versions;
  if (!latest) return null;
  const { number, may, timeZone } = decision;
  const ref = recordRef("decision", number);
  const isOpen = latest.status === "draft" || latest.status === "proposed";
  const replaces = decision.replaces.filter(({ status }) => status !== "superseded" && status !== "rejected");
  return (
    <article aria-labelledby="decision">
      <Standing base={base} decision={decision} latest={latest} />
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
        <Side base={base} decision={decision} latest={latest} />
      </div>
    </article>
  );
}

type PartProps = { base: Base; decision: DecisionView; latest: DecisionVersionView };

/** Whoever opens a record acts on it, so one that no longer holds says so first. */
function Standing({ base, decision, latest }: PartProps) {
  const { status } = latest;
  const planned = decision.supersededBy.filter((other) => other.status === "draft" || other.status === "proposed");
  if (status === "superseded") {
    const accepted = decision.supersededBy.filter((other) => other.status === "accepted");
    return (
      <Notice tone="info">
        <b>
          Superseded on <DateTold iso={latest.createdAt} timeZone={decision.timeZone} />
        </b>
        <Named base={base} before=" by " decisions={accepted} />. Agents are no longer told this decision.
      </Notice>
    );
  }
  if (status === "rejected") return <Notice tone="neutral">This was not decided: a person rejected it.</Notice>;
  if (status === "deprecated")
    return <Notice tone="warn">This decision no longer holds, and nothing replaced it.</Notice>;
  if (planned.length === 0) return null;
  return (
    <Notice tone="info">
      It will be superseded
      <Named base={base} before=" by " decisions={planned} />, once that is accepted. Until then it holds.
    </Notice>
  );
}

function Named({ base, before, decisions }: { base: Base; before: string; decisions: readonly RelatedDecision[] }) {
  return decisions.map(({ number, title }, index) => (
    <span key={number}>
      {index === 0 ? before : " and "}
      <Link href={roomHref(base, "decisions", {}, number)}>
        {recordRef("decision", number)} {title}
      </Link>
    </span>
  ));
}

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

function Side({ base, decision, latest }: PartProps) {
  const facts = factsOf(base, decision, latest);
  const oldest = decision.versions.at(-1)?.version ?? 1;
  return (
    <section
      aria-label="Facts, versions and evidence"
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
      <EvidenceList base={base} head="Evidence" evidence={latest.evidence} none="None is linked." />
      <EvidenceList base={base} head="Linked" evidence={latest.links} />
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

function factsOf(base: Base, decision: DecisionView, latest: DecisionVersionView): Fact[] {
  const told: readonly (readonly [string, string])[] = [
    ["Confidence", latest.confidence],
    ["Risk", latest.risk],
    ["Reversible", latest.reversible],
  ];
  const facts: Fact[] = told
    .filter(([, value]) => value !== "")
    .map(([name, value]) => ({ key: name, name, value: value.charAt(0).toUpperCase() + value.slice(1) }));
  if (decision.replaces.length > 0) {
    const links = decision.replaces.map(({ number, title }) => (
      <Link key={number} href={roomHref(base, "decisions", {}, number)} title={title} className="block font-mono">
        {recordRef("decision", number)}
      </Link>
    ));
    facts.push({ key: "supersedes", name: latest.status === "accepted" ? "Superseded" : "Supersedes", value: links });
  }
  if (latest.affectedPaths.length > 0) {
    facts.push({ key: "paths", name: "Paths", value: <PathLinks base={base} paths={latest.affectedPaths} /> });
  }
  return facts;
}

function PathLinks({ base, paths }: { base: Base; paths: readonly string[] }) {
  return (
    <ul className="font-mono">
      {paths.map((path) => (
        <li key={path}>
          <Link
            look="plain"
            href={roomHref(base, "decisions", { path: [path] })}
            title={`Decisions about ${path}`}
            className="block min-h-6 py-1 [overflow-wrap:anywhere] hover:underline"
          >
            {path}
          </Link>
        </li>
      ))}
    </ul>
  );
}
