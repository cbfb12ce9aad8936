"use client";

import { Check } from "lucide-react";
import { CONNECT_GUIDES, type ConnectClient } from "@/server/core/connect/clients";
import { useSetupProgress } from "../onboarding/use-setup-progress";
import { type Base, projectHref } from "../telemetry/links";
import { Link } from "../ui/link";
import { RelativeTime } from "../ui/relative-time";
import { ErrorState, Skeleton } from "../ui/states";
import { type Arrival as ArrivalState, useArrival } from "./use-arrival";

type ArrivalProps = { base: Base; client: ConnectClient };

/** Whether it works: the first event of the client, as soon as it is there. */
export function Arrival({ base, client }: ArrivalProps) {
  const arrival = useArrival(base, client);
  if (arrival.state === "loading") return <Skeleton lines={2} label="Looking for sessions" />;
  if (arrival.state === "failed") {
    return <ErrorState onRetry={arrival.retry}>It is not known whether something arrived.</ErrorState>;
  }
  const isHere = arrival.state === "received";
  return (
    <div className="grid min-w-0 justify-items-start gap-2">
      <div className="flex min-w-0 items-start gap-2.5">
        <span
          aria-hidden
          className={`data-fill mt-px grid size-5 shrink-0 place-items-center border-[1.5px] ${isHere ? "border-accent bg-accent text-on-accent" : "border-dashed border-control bg-surface"}`}
        >
          {isHere ? <Check className="size-3.5!" /> : <i className="skeleton size-[7px] bg-accent!" />}
        </span>
        <p role="status" className="min-w-0 text-pretty">
          {told(arrival, client)}
        </p>
      </div>
      <LastSession base={base} arrival={arrival} />
      {isHere ? null : <NothingArrives base={base} client={client} />}
    </div>
  );
}

function told({ state, last }: ArrivalState, client: ConnectClient): string {
  const { title } = CONNECT_GUIDES[client];
  if (state === "received") return `Received. ${title} is connected.`;
  return last ? `Waiting for the next event of ${title} …` : `Waiting for the first event of ${title} …`;
}

function LastSession({ base, arrival: { last, asOf, timeZone, state } }: { base: Base; arrival: ArrivalState }) {
  if (!last || asOf === null) return null;
  return (
    <p className="min-w-0 text-ink-2">
      {state === "received" ? "Look at it: " : "Last seen: "}
      <Link href={`${projectHref(base)}/sessions/${last.number}`} prefetch={false}>
        S-{last.number}
        {last.title ? ` ${last.title}` : ""}
      </Link>
      , <RelativeTime iso={last.lastEventAt} nowIso={asOf} timeZone={timeZone} />
    </p>
  );
}

/** What to look at, by what is known of the person's keys. */
function NothingArrives({ base, client }: ArrivalProps) {
  const progress = useSetupProgress(base);
  const { title } = CONNECT_GUIDES[client];
  return (
    <details className="max-w-[60ch] text-ink-2">
      <summary className="min-h-6 hover:text-ink pointer-coarse:min-h-11">Nothing arrives?</summary>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        <li>Start a new session of {title} in a folder of this project, and say something to it.</li>
        <li>
          {progress?.keyUsed
            ? "A key of yours was used, so the command reaches this server."
            : "No key of yours was used yet: run the sign-in again and look at its address."}
        </li>
        <li>
          A key that reaches several projects sends a session only where its folder leads to one: commit a file{" "}
          <code>.steward.json</code> that says <code>{`{"project": "${base.project}"}`}</code>.
        </li>
        <li>
          <code>steward doctor</code> says what is wrong on that machine. Hooks note their faults in{" "}
          <code>~/.local/state/context-steward/hook.log</code>.
        </li>
      </ul>
    </details>
  );
}
