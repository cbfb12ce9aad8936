import { recordRef } from "@/server/core/decisions/record-ref";
import type { DecisionVersionView, DecisionView, EvidenceView } from "@/server/core/decisions/views";
import { shortRef } from "../sessions/ref-name";
import type { Base } from "../telemetry/links";
import { Tag } from "../ui/chip";
import { CopyButton } from "../ui/copy-field";
import { type Fact, Facts } from "../ui/facts";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { DecisionReview } from "./decision-review";
import { eventHref, roomHref } from "./links";
import { Author, Block, DateTold, SessionLink, Told, Versions } from "./record-parts";
import { DecisionChip, statusWord } from "./status-chip";

type DecisionDetailProps = { base: Base; decision: DecisionView };

/** One decision in full: what was decided and why, what was not taken, its evidence and its versions. */
export function DecisionDetail({ base, decision }: DecisionDetailProps) {
  const [latest] = decision.versions;
  if (!latest) return null;
  const ref = recordRef("decision", decision.number);
  const isOpen = latest.status === "draft" || latest.status === "proposed";
  return (
    <article aria-labelledby="decision">
      <Standing base={base} decision={decision} latest={latest} />
      <header className="border-b border-line px-3.5 py-3 md:px-4">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs text-ink-3">{ref}</span>
          <DecisionChip status={latest.status} />
          <span className="ml-auto">
            <CopyButton value={ref} label={`Copy ${ref}`} />
          </span>
        </div>
        <h2 id="decision" className="my-1 text-xl [overflow-wrap:anywhere]">
          {latest.title}
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <Author author={latest.author} />
          <DateTold iso={latest.decidedOn ?? latest.createdAt} timeZone={decision.timeZone} />
          {decision.session === null ? null : (
            <span>
              from <SessionLink base={base} number={decision.session} />
            </span>
          )}
          {latest.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </div>
      </header>
      {isOpen ? (
        <DecisionReview
          base={base}
          number={decision.number}
          version={latest.version}
          mayReview={decision.mayReview}
          isDraft={latest.status === "draft"}
        />
      ) : null}
      <div className="grid min-[1361px]:grid-cols-[minmax(0,1fr)_252px]">
        <div className="grid content-start gap-4 p-3.5 md:p-4">
          <Told head="Context" text={latest.context} />
          <Told head="Decision" text={latest.decision} />
          <Told head="Reasoning" text={latest.reasoning} />
          <Alternatives latest={latest} />
          <Told head="Impact" text={latest.impact} />
          {latest.assumptions.length > 0 ? (
            <Told head="Assumptions" text={latest.assumptions.map((text) => `- ${text}`).join("\n")} />
          ) : null}
        </div>
        <Side base={base} decision={decision} latest={latest} />
      </div>
    </article>
  );
}

/** Whoever opens a record acts on it, so one that no longer holds says so first. */
function Standing({ base, decision, latest }: DecisionDetailProps & { latest: DecisionVersionView }) {
  const { status } = latest;
  if (status === "superseded") {
    return (
      <Notice tone="info">
        <b>Superseded</b>
        {decision.supersededBy.map(({ number, title }) => (
          <span key={number}>
            {" by "}
            <Link href={roomHref(base, "decisions", {}, number)}>
              {recordRef("decision", number)} {title}
            </Link>
          </span>
        ))}
        . Agents are no longer told this decision.
      </Notice>
    );
  }
  if (status === "rejected") return <Notice tone="neutral">This was not decided: a person rejected it.</Notice>;
  if (status === "deprecated")
    return <Notice tone="warn">This decision no longer holds, and nothing replaced it.</Notice>;
  return null;
}

function Alternatives({ latest }: { latest: DecisionVersionView }) {
  if (latest.alternatives.length === 0) return null;
  return (
    <Block head="Alternatives, and why not">
      <ul className="grid gap-2">
        {latest.alternatives.map(({ option, detail, whyNot }) => (
          <li key={option} className="border-l-2 border-line-strong pl-3 [overflow-wrap:anywhere]">
            <b className="block font-medium">{option}</b>
            {detail ? <span className="block text-ink-2">{detail}</span> : null}
            {whyNot ? <span className="block text-ink-2">{whyNot}</span> : null}
            {detail || whyNot ? null : <span className="text-ink-3">Nobody said why not.</span>}
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Side({ base, decision, latest }: DecisionDetailProps & { latest: DecisionVersionView }) {
  const facts = factsOf(latest);
  return (
    <section
      aria-label="Facts, versions and evidence"
      className="grid content-start gap-4 border-t border-line p-3.5 text-xs md:p-4 min-[1361px]:border-t-0 min-[1361px]:border-l"
    >
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      <section>
        <h3 className="mb-1.5">Versions</h3>
        <Versions
          timeZone={decision.timeZone}
          versions={decision.versions.map((version) => ({ ...version, text: changeOf(version, decision.session) }))}
        />
      </section>
      <section>
        <h3 className="mb-1.5">Evidence</h3>
        {latest.evidence.length === 0 ? (
          <p className="text-ink-3">None is linked.</p>
        ) : (
          <ul className="grid gap-2">
            {latest.evidence.map((evidence) => (
              <Evidence key={`${evidence.session} ${evidence.ref}`} base={base} evidence={evidence} />
            ))}
          </ul>
        )}
      </section>
    </section>
  );
}

function changeOf({ version, status }: DecisionVersionView, session: number | null): string {
  if (version === 1 && status === "draft") return session === null ? "recorded" : `found in S-${session}`;
  return statusWord(status).toLowerCase();
}

function factsOf(latest: DecisionVersionView): Fact[] {
  const told: readonly (readonly [string, string])[] = [
    ["Confidence", latest.confidence],
    ["Risk", latest.risk],
    ["Reversible", latest.reversible],
  ];
  const facts: Fact[] = told
    .filter(([, value]) => value !== "")
    .map(([name, value]) => ({ key: name, name, value: value.charAt(0).toUpperCase() + value.slice(1) }));
  const { affectedPaths } = latest;
  if (affectedPaths.length === 0) return facts;
  const paths = (
    <ul className="font-mono">
      {affectedPaths.map((path) => (
        <li key={path}>{path}</li>
      ))}
    </ul>
  );
  return [...facts, { key: "paths", name: "Paths", value: paths }];
}

function Evidence({ base, evidence }: { base: Base; evidence: EvidenceView }) {
  const { session, ref, note } = evidence;
  const name = <span className="font-mono">ctx:{shortRef(ref)}</span>;
  return (
    <li>
      {session === null ? (
        name
      ) : (
        <Link href={eventHref(base, session, ref)} title={`ctx:${ref}`}>
          <span className="font-mono">S-{session}</span> {name}
        </Link>
      )}
      <span className="block text-ink-3">{note}</span>
    </li>
  );
}
