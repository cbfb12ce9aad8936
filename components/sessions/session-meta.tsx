import type { ReactNode } from "react";
import type { Landmarks } from "@/server/core/telemetry/landmarks";
import type { Capability, SessionDetail } from "@/server/core/telemetry/session-views";
import { policyName } from "../policy/judged-words";
import { agentLook } from "../telemetry/agent-look";
import { type Base, policyHref, sessionHref } from "../telemetry/links";
import { Chip } from "../ui/chip";
import { formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { Monogram } from "../ui/monogram";
import { RelativeTime } from "../ui/relative-time";

type SessionMetaProps = { session: SessionDetail; base: Base; landmarks: Landmarks };

/** The line below a session's title: who, where, with which model, when. */
export function SessionMeta({ session, base, landmarks }: SessionMetaProps) {
  const { client, clientVersion, person, model, stage, stageTold, asOf, timeZone } = session;
  return (
    <>
      <span className="inline-flex items-center gap-1.5">
        <Monogram name={client} {...agentLook(session.agentOrder, "main", client)} />
        {client}
        {clientVersion ? ` ${clientVersion}` : ""}
      </span>
      {person ? <span>{person}</span> : null}
      <Repository session={session} landmarks={landmarks} />
      <span>
        {model ?? "model unknown"}, {windowWords(session)}
      </span>
      {stage ? (
        <span>
          stage <b className="font-medium text-ink">{stage}</b>
          {stageTold ? "" : " (inferred)"}
        </span>
      ) : null}
      <Chip title={CAPABILITY[session.capability].sentence(client)}>{CAPABILITY[session.capability].word}</Chip>
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

const HASH_SHOWN = 9;

/** Branch, commit and pull requests, as links where the project's repository is on the web. */
function Repository({ session, landmarks }: Pick<SessionMetaProps, "session" | "landmarks">) {
  const { branch, head } = session;
  const requests = landmarks.landmarks.filter(({ kind }) => kind === "pull-request");
  return (
    <>
      {branch ? (
        <MaybeLink url={landmarks.branchUrl}>
          <span className="font-mono">{branch}</span>
        </MaybeLink>
      ) : null}
      {head ? (
        <MaybeLink url={landmarks.headUrl}>
          <span className="font-mono" title={`HEAD ${head}`}>
            {head.slice(0, HASH_SHOWN)}
          </span>
        </MaybeLink>
      ) : null}
      {requests.map(({ name, url }) =>
        url === null ? null : (
          <Link key={url} href={url}>
            Pull request {name}
          </Link>
        ),
      )}
    </>
  );
}

function MaybeLink({ url, children }: { url: string | null; children: ReactNode }) {
  return url === null ? children : <Link href={url}>{children}</Link>;
}

/** What a commit does differs by client, and nobody shall expect a running window to shrink that cannot. */
const CAPABILITY: Readonly<Record<Capability, { word: string; sentence: (client: string) => string }>> = {
  live: {
    word: "applied live",
    sentence: (client) => `${client} applies a committed run to its running window.`,
  },
  "at-resume": {
    word: "applied at resume",
    sentence: (client) => `${client} keeps a running window as it is; a committed run counts from the next resume.`,
  },
  advice: {
    word: "advice only",
    sentence: (client) => `${client} cannot have its window changed from outside; this is advice.`,
  },
};

export function capabilitySentence({ capability, client }: Pick<SessionDetail, "capability" | "client">): string {
  return CAPABILITY[capability].sentence(client);
}

function windowWords({ windowTokens, windowSource }: SessionDetail): string {
  if (windowTokens === null) return "window unknown";
  return `${formatTokens(windowTokens)} window${windowSource === "model" ? " by model" : ""}`;
}
