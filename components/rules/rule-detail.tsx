import { recordRef } from "@/server/core/decisions/record-ref";
import { ruleFields } from "@/server/core/rules/shown-fields";
import type { RuleKind } from "@/server/core/rules/statuses";
import type { RuleVersionView, RuleView } from "@/server/core/rules/views";
import { roomHref } from "../memory/links";
import { Author, Block, DateTold, EvidenceList, TagLinks, Told, Versions } from "../memory/record-parts";
import { VersionDiff } from "../memory/version-diff";
import type { Base } from "../telemetry/links";
import { CodeBlock } from "../ui/code-block";
import { CopyButton } from "../ui/copy-field";
import { Notice } from "../ui/notice";
import { RuleActions } from "./rule-actions";
import { RuleChip } from "./rule-chip";
import { KIND_WORDS } from "./rule-words";

type RuleDetailProps = {
  base: Base;
  kind: RuleKind;
  rule: RuleView;
  /** The versions that the address compares: `1-2`. */
  diff: string | null;
};

/** One rule: what it asks, why, where it holds, what it rests on, and what agents are told of it. */
export function RuleDetail({ base, kind, rule, diff }: RuleDetailProps) {
  const [latest] = rule.versions;
  if (!latest) return null;
  const { number, timeZone } = rule;
  const ref = recordRef(kind, number);
  const { room } = KIND_WORDS[kind];
  return (
    <article aria-labelledby="rule">
      <Standing latest={latest} kind={kind} />
      <header className="border-b border-line px-3.5 py-3 md:px-4">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs text-ink-3">{ref}</span>
          <RuleChip status={latest.status} />
          <span className="ml-auto">
            <CopyButton value={ref} label={`Copy ${ref}`} />
          </span>
        </div>
        <h2 id="rule" className="my-1 text-lg [overflow-wrap:anywhere]">
          {latest.title}
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <Author author={latest.author} />
          <DateTold iso={latest.createdAt} timeZone={timeZone} />
          <TagLinks tags={latest.tags} hrefOf={(tag) => roomHref(base, room, { tag: [tag] })} />
        </div>
      </header>
      {rule.mayWrite ? <RuleActions {...{ base, kind, number, latest }} /> : null}
      <div className="grid gap-4 p-3.5 md:p-4">
        <Told base={base} head="Rule" text={latest.text} />
        <Told base={base} head="Reason" text={latest.reason} />
        {kind === "constraint" ? <Paths base={base} latest={latest} /> : null}
        <Block head={latest.status === "active" ? "What agents are told" : "What agents would be told"}>
          <CodeBlock label="What agents are told" code={rule.told} copy tone="accent" />
        </Block>
        <div className="grid gap-4 border-t border-line pt-4 text-xs">
          <EvidenceList
            base={base}
            head="Evidence"
            evidence={latest.evidence}
            none="Nothing is linked. Edit it to name where it comes from."
          />
          <Versions timeZone={timeZone} versions={versionLines(base, kind, rule)} />
        </div>
        {rule.versions.length > 1 ? (
          <VersionDiff
            asked={diff}
            timeZone={timeZone}
            versions={rule.versions.map((version) => ({
              version: version.version,
              createdAt: version.createdAt,
              author: version.author.kind === "system" ? "Context Steward" : version.author.name,
              fields: ruleFields(version),
            }))}
          />
        ) : null}
      </div>
    </article>
  );
}

/** A rule that agents are not told says so at its top. */
function Standing({ latest, kind }: { latest: RuleVersionView; kind: RuleKind }) {
  if (latest.status === "active") return null;
  const { one } = KIND_WORDS[kind];
  return latest.status === "retired" ? (
    <Notice>This {one} is retired. Agents are not told it.</Notice>
  ) : (
    <Notice tone="info">
      {latest.author.kind === "system"
        ? "Said in a session, and accepted by nobody yet."
        : "Proposed, and accepted by nobody yet."}{" "}
      Agents are not told it.
    </Notice>
  );
}

function Paths({ base, latest }: { base: Base; latest: RuleVersionView }) {
  return (
    <Block head="Holds for">
      {latest.affectedPaths.length === 0 ? (
        <p className="text-ink-2">The whole project.</p>
      ) : (
        <p className="flex flex-wrap gap-1.5">
          <TagLinks
            tags={latest.affectedPaths}
            hrefOf={(path) => roomHref(base, KIND_WORDS.constraint.room, { path: [path] })}
          />
        </p>
      )}
    </Block>
  );
}

function versionLines(base: Base, kind: RuleKind, { number, versions }: RuleView) {
  return versions.map((version, index) => {
    const before = versions[index + 1];
    const address = `${roomHref(base, KIND_WORDS[kind].room, {}, number)}?diff=${version.version - 1}-${version.version}`;
    return { ...version, text: changeOf(version, before), href: before ? address : null };
  });
}

function changeOf({ status, author }: RuleVersionView, before: RuleVersionView | undefined): string {
  const isFound = author.kind === "system";
  if (!before) {
    if (isFound) return "found in a session";
    return status === "proposed" ? "proposed" : "recorded";
  }
  if (isFound) return "said again in a session";
  if (status === before.status) return "edited";
  if (status === "retired") return "retired";
  if (status === "proposed") return "taken back to proposed";
  return before.status === "proposed" ? "accepted" : "restored";
}
