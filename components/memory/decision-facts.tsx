import { recordRef } from "@/server/core/decisions/record-ref";
import type { DecisionVersionView, DecisionView, RelatedDecision } from "@/server/core/decisions/views";
import type { Base } from "../telemetry/links";
import type { Fact } from "../ui/facts";
import { Link } from "../ui/link";
import { roomHref } from "./links";

/** The side facts of a decision: how sure, how risky, what it replaces, what it is about. */
export function decisionFacts(base: Base, decision: DecisionView, latest: DecisionVersionView): Fact[] {
  const told: readonly (readonly [string, string])[] = [
    ["Confidence", latest.confidence],
    ["Risk", latest.risk],
    ["Reversible", latest.reversible],
  ];
  const facts: Fact[] = told
    .filter(([, value]) => value !== "")
    .map(([name, value]) => ({ key: name, name, value: value.charAt(0).toUpperCase() + value.slice(1) }));
  const holds = latest.status === "accepted";
  const relations = [
    { key: "supersedes", name: holds ? "Superseded" : "Supersedes", decisions: decision.replaces },
    { key: "amends", name: "Amends", decisions: decision.amends },
    {
      key: "amendedBy",
      name: "Amended by",
      decisions: decision.amendedBy.filter(({ status }) => status === "accepted"),
    },
  ];
  for (const { key, name, decisions } of relations) {
    if (decisions.length > 0) facts.push({ key, name, value: <Related base={base} decisions={decisions} /> });
  }
  if (latest.affectedPaths.length > 0) {
    facts.push({ key: "paths", name: "Paths", value: <PathLinks base={base} paths={latest.affectedPaths} /> });
  }
  return facts;
}

/** More than this are counted: equal drafts of many sessions are all replaced by one. */
const MAX_RELATED = 12;

function Related({ base, decisions }: { base: Base; decisions: readonly RelatedDecision[] }) {
  return (
    <>
      {decisions.slice(0, MAX_RELATED).map(({ number, title }) => (
        <Link key={number} href={roomHref(base, "decisions", {}, number)} title={title} className="block font-mono">
          {recordRef("decision", number)}
        </Link>
      ))}
      {decisions.length > MAX_RELATED ? `and ${decisions.length - MAX_RELATED} more` : null}
    </>
  );
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
