import type { SessionDetail } from "@/server/core/telemetry/session-views";
import { policyName } from "../policy/judged-words";
import { agentLook } from "../telemetry/agent-look";
import { type Base, policyHref, sessionHref } from "../telemetry/links";
import { formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { Monogram } from "../ui/monogram";
import { RelativeTime } from "../ui/relative-time";

type SessionMetaProps = { session: SessionDetail; base: Base };

/** The line below a session's title: who, where, with which model, when. */
export function SessionMeta({ session, base }: SessionMetaProps) {
  const { client, clientVersion, person, branch, head, model, stage, stageTold, asOf, timeZone } = session;
  return (
    <>
      <span className="inline-flex items-center gap-1.5">
        <Monogram name={client} {...agentLook(session.agentOrder, "main", client)} />
        {client}
        {clientVersion ? ` ${clientVersion}` : ""}
      </span>
      {person ? <span>{person}</span> : null}
      {branch ? (
        <span className="font-mono" title={head ? `HEAD ${head}` : undefined}>
          {branch}
        </span>
      ) : null}
      <span>
        {model ?? "model unknown"}, {windowWords(session)}
      </span>
      {stage ? (
        <span>
          stage <b className="font-medium text-ink">{stage}</b>
          {stageTold ? "" : " (inferred)"}
        </span>
      ) : null}
      <span>
        last event <RelativeTime iso={session.lastEventAt} nowIso={asOf} timeZone={timeZone} />
      </span>
      {session.plan ? (
        <Link href={policyHref(base, session.plan.policyVersion)} prefetch={false}>
          {policyName(session.plan.policyVersion)}
        </Link>
      ) : null}
      {session.forkedFrom === null ? null : (
        <Link href={sessionHref(base, session.forkedFrom)} prefetch={false}>
          continues S-{session.forkedFrom}
        </Link>
      )}
    </>
  );
}

function windowWords({ windowTokens, windowSource }: SessionDetail): string {
  if (windowTokens === null) return "window unknown";
  return `${formatTokens(windowTokens)} window${windowSource === "model" ? " by model" : ""}`;
}
