"use client";

import type { ReactNode } from "react";
import type { EventDetail } from "@/server/core/telemetry/session-views";
import { agentLook } from "../telemetry/agent-look";
import { projectHref } from "../telemetry/links";
import { plural } from "../telemetry/words";
import { CodeBlock } from "../ui/code-block";
import { type Fact, Facts } from "../ui/facts";
import { formatExact, formatMoney, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { Monogram } from "../ui/monogram";
import { ResidencyGlyph } from "../ui/residency-glyph";
import { EventActions } from "./context/event-actions";
import { EventHistory } from "./context/event-history";
import { standingOf } from "./context/standing";
import { EventLink, Reason } from "./reason";
import { useSessionScope } from "./session-scope";
import { SessionTime } from "./session-time";
import { viewHref } from "./session-view";
import type { WhyContext } from "./why-panel";
import { WhyRules } from "./why-rules";

/** What follows the sentence of a why panel: facts, what the model sees, verdicts, evidence, the text itself. */
export function WhyDetail(context: WhyContext) {
  const { detail } = context;
  const isPlanned = standingOf(detail).residency === "full";
  const insteadTitle = isPlanned ? "What the model would see instead" : "What the model sees instead";
  return (
    <>
      <EventActions detail={detail} />
      <Facts facts={factsOf(context)} />
      {detail.insteadText ? (
        <Part title={insteadTitle}>
          <CodeBlock tone="reference" label={insteadTitle} code={detail.insteadText} maxHeight={220} />
        </Part>
      ) : null}
      <WhyRules {...context} />
      <Evidence {...context} />
      <Runs {...context} />
      <History {...context} />
      <Text {...context} />
    </>
  );
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-2 grid gap-1.5">
      <h3>
        {title} {aside ? <span className="font-normal text-ink-3">{aside}</span> : null}
      </h3>
      {children}
    </section>
  );
}

function factsOf({ detail, session }: WhyContext): Fact[] {
  const { row, carried } = detail;
  const estimate = row.tokensExact ? "counted" : "estimated";
  const agent = row.agent || "main";
  return [
    { key: "residency", name: "Residency", value: <ResidencyChange detail={detail} /> },
    {
      key: "tokens",
      name: "Tokens",
      value: (
        <>
          {row.tokensAfter === row.tokens ? null : (
            <>
              <s className="text-ink-3">{formatExact(row.tokens)}</s> →{" "}
            </>
          )}
          {formatExact(row.tokensAfter)} <span className="text-ink-3">{estimate}</span>
        </>
      ),
    },
    ...(carried
      ? [
          {
            key: "carried",
            name: "Carried since",
            value: `${carried.sinceTurn === null ? "" : `turn ${carried.sinceTurn}: `}${formatExact(carried.requests)} ${plural(carried.requests, "request")}, ${formatTokens(carried.tokens)} tokens, ${carried.costUsd === null ? "price unknown" : formatMoney(carried.costUsd)}`,
          },
        ]
      : []),
    {
      key: "agent",
      name: "Added by",
      value: (
        <span className="inline-flex items-center gap-1.5">
          <Monogram name={agent} {...agentLook(session.agentOrder, agent, session.client)} />
          {agent} <span className="text-ink-3">{session.client}</span>
        </span>
      ),
    },
    { key: "when", name: "When", value: <When detail={detail} /> },
    ...optional("skill", "Skill", detail.skill),
    ...optional("target", "Target", detail.target ?? detail.path),
    ...optional("model", "Model", detail.model),
    ...(detail.stage
      ? [{ key: "stage", name: "Stage", value: `${detail.stage}${detail.stageTold ? "" : " (inferred)"}` }]
      : []),
    ...(row.outcome ? [{ key: "outcome", name: "Outcome", value: outcomeWords(row) }] : []),
  ];
}

function optional(key: string, name: string, value: string | null): Fact[] {
  return value ? [{ key, name, value: <span className="font-mono text-xs">{value}</span> }] : [];
}

function outcomeWords({ outcome, exitCode }: EventDetail["row"]): string {
  return exitCode === null ? String(outcome) : `${outcome}, exit ${exitCode}`;
}

function ResidencyChange({ detail }: { detail: EventDetail }) {
  const { row } = detail;
  if (!row.inContext) return <span className="text-ink-2">none: no longer in context</span>;
  const from = standingOf(detail).residency;
  // A plan that starts elsewhere was made before the newest change.
  const to = row.residency.from === from ? row.residency.to : from;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <ResidencyGlyph residency={from} withWord />
      {from === to ? null : (
        <>
          → <ResidencyGlyph residency={to} withWord /> <span className="text-ink-3">under the plan</span>
        </>
      )}
    </span>
  );
}

function When({ detail }: { detail: EventDetail }) {
  const { at, turn, userTurn } = detail.row;
  return (
    <span>
      <SessionTime iso={at} />
      {turn === null ? "" : `, turn ${turn}`}
      {userTurn ? `, user turn ${userTurn}` : ""}
    </span>
  );
}

/** What committed runs said of it when they were made; what the rules say now stands above. */
function Runs({ detail, hrefOfEvent, onOpen }: WhyContext) {
  const { base, number } = useSessionScope();
  const verdicts = detail.verdicts.filter(({ run }) => run !== null);
  if (verdicts.length === 0) return null;
  return (
    <Part title="What runs said">
      <ul className="grid">
        {verdicts.map(({ run, rule, reason }) => (
          <li key={`${run} ${rule}`} className="border-t border-line py-1.5 leading-[1.35] first:border-t-0">
            <Link
              href={viewHref(base, number, "runs", { run: String(run) })}
              prefetch={false}
              className="text-xs"
            >{`run ${run}`}</Link>{" "}
            <span className="font-mono text-xs">{rule}</span>
            <span className="block text-xs text-ink-2 [overflow-wrap:anywhere]">
              <Reason reason={reason} evidence={detail.row.evidence} hrefOfEvent={hrefOfEvent} onOpen={onOpen} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Evidence({ detail, hrefOfEvent, onOpen }: WhyContext) {
  const items = [...detail.row.evidence, ...(detail.partner ? [detail.partner] : [])];
  if (items.length === 0) return null;
  return (
    <Part title="Evidence">
      <ul className="grid gap-1">
        {items.map((item) => (
          <li key={item.ref} className="flex min-h-6 min-w-0 items-center gap-2">
            {item.thread === null ? (
              <span className="font-mono text-xs">{item.ref}</span>
            ) : (
              <EventLink target={item.ref} label={item.label} hrefOfEvent={hrefOfEvent} onOpen={onOpen} />
            )}
            <span className="truncate text-ink-2" title={item.label ?? undefined}>
              {item.ref === detail.partner?.ref ? "its other half: " : ""}
              {item.label}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function History({ detail }: WhyContext) {
  if (detail.transitions.length === 0) return null;
  return (
    <Part title="History">
      <EventHistory transitions={detail.transitions} />
    </Part>
  );
}

/** Uploaded text is shown as text and nothing else: no markup, no links, no pictures. */
function Text({ detail, place }: WhyContext) {
  const isCut = detail.text.length < detail.textChars;
  const download = `${projectHref(place)}/sessions/${place.number}/text?event=${encodeURIComponent(detail.row.ref)}`;
  return (
    <Part title="Text" aside={`${formatExact(detail.bytes)} bytes`}>
      {detail.text === "" ? (
        <p className="text-ink-2">The event has no text.</p>
      ) : (
        <CodeBlock code={detail.text} label={`Text of ${detail.row.label}`} copy maxHeight={420} />
      )}
      <p className="text-xs text-ink-3">
        {isCut ? `The first ${formatExact(detail.text.length)} of ${formatExact(detail.textChars)} characters. ` : ""}
        <a className="link" href={download} download>
          Download the whole text
        </a>{" "}
        · SHA-256 <code title={detail.contentSha256}>{detail.contentSha256.slice(0, 12)}</code>
      </p>
    </Part>
  );
}
