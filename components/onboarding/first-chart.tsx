"use client";

import clsx from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { doneSteps, type SetupProgress } from "@/server/core/setup/progress";
import { ContextBar } from "../charts/context-bar";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { AgentTabs } from "./agent-tabs";
import { InlineKey } from "./inline-key";
import { useSetupProgress } from "./use-setup-progress";

/** The policy's first thresholds, as they stand on every window later. */
const TICKS = [
  { at: 0.4, label: "40 prune" },
  { at: 0.6, label: "60 compact" },
  { at: 0.8, label: "80 checkpoint" },
];

/** A project without sessions: the way to its first chart, each step with its state. */
export function FirstChart({ base }: { base: Base }) {
  const progress = useSetupProgress(base);
  const done = progress ? doneSteps(progress) : new Set<string>();
  const canUpload = progress?.may.makeKey ?? true;
  return (
    <div>
      <div className="border-b border-line px-4 pt-5 pb-3 md:px-6">
        <ContextBar segments={[]} windowTokens={200_000} size="head" label="The first window" ticks={TICKS} />
        <p className="mt-1 text-ink-3">An empty window. It fills when the first session arrives.</p>
      </div>
      {canUpload ? (
        <ol aria-label="Steps to the first chart" className="grid px-4 pt-1 pb-6 md:px-6">
          <Step number={1} state="done" title="Project made">
            <p className="text-ink-2">
              It takes sessions from now on. Most teams make one project for each repository.
            </p>
          </Step>
          <Step number={2} state={done.has("key") ? "done" : "now"} title="Make a key">
            <InlineKey base={base} hasKey={progress?.hasKey ?? false} />
          </Step>
          <Step number={3} state={done.has("key") ? "now" : "later"} title="Connect your agent">
            <Connect base={base} />
          </Step>
          <Step number={4} state={done.has("session") ? "done" : "wait"} title={waitingTitle(progress)}>
            <Waiting progress={progress} />
          </Step>
          <Step number={5} state={done.has("teammate") ? "done" : "later"} title="Invite a teammate" isLast>
            <Invite base={base} progress={progress} />
          </Step>
        </ol>
      ) : (
        <p className="max-w-[60ch] p-4 text-ink-2 md:px-6">
          Nobody has uploaded a session yet. Your role reads this project; a member brings the first session in.
        </p>
      )}
    </div>
  );
}

type StepProps = {
  number: number;
  state: "done" | "now" | "wait" | "later";
  title: string;
  isLast?: boolean;
  children: ReactNode;
};

const MARK = {
  done: "border-accent bg-accent text-on-accent",
  now: "border-ink bg-surface",
  wait: "border-dashed border-control bg-surface",
  later: "border-control bg-surface text-ink-3",
};

function Step({ number, state, title, isLast = false, children }: StepProps) {
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className={clsx(
        "relative grid grid-cols-[28px_minmax(0,1fr)] gap-x-3.5 pt-4",
        !isLast &&
          "before:absolute before:top-[46px] before:-bottom-3.5 before:left-[13px] before:w-px before:bg-line-strong",
      )}
    >
      <span
        aria-hidden
        className={clsx("data-fill grid size-7 place-items-center border-[1.5px] font-semibold", MARK[state])}
      >
        {state === "done" ? <Check /> : state === "wait" ? <i className="skeleton size-[9px] bg-accent!" /> : number}
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <h2 className="leading-7">
          {title}
          {state === "done" ? <span className="sr-only"> (done)</span> : null}
        </h2>
        {children}
      </div>
    </li>
  );
}

/** From now on by the agent's own hooks, and what it wrote before by an import. */
function Connect({ base }: { base: Base }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <AgentTabs base={base} />
      <p className="max-w-[560px] text-xs text-ink-3">
        Secrets are removed before anything is stored. An import changes nothing in the agent’s files, and importing
        twice adds nothing.
      </p>
    </div>
  );
}

function waitingTitle(progress: SetupProgress | undefined): string {
  if (!progress || progress.sessions === 0) return "Waiting for the first session";
  return progress.analysed === 0 ? "The first session is here" : "The first chart is ready";
}

function Waiting({ progress }: { progress: SetupProgress | undefined }) {
  const sessions = progress?.sessions ?? 0;
  return (
    <div className="grid justify-items-start gap-2">
      <p role="status" className="text-ink-2">
        {sessions === 0
          ? "This page changes by itself, usually within 5 seconds."
          : progress?.analysed
            ? "Opening it …"
            : "Its events are being judged. That takes moments."}
      </p>
      {sessions === 0 ? (
        <details className="max-w-[60ch] text-ink-2">
          <summary className="min-h-6 text-ink-2 hover:text-ink">Nothing arrives?</summary>
          <p className="mt-1">
            {progress?.keyUsed
              ? "A key of yours was used, so the command reaches this server. Its last lines say which project each session went to, and what was not taken and why."
              : "No key of yours was used yet. Run the sign-in again and look at the address in it. A connected agent sends what happens from its next session on; an import says what it found and where it sent it."}
          </p>
        </details>
      ) : null}
    </div>
  );
}

function Invite({ base, progress }: { base: Base; progress: SetupProgress | undefined }) {
  if (progress?.hasTeammate) return <p className="text-ink-2">A teammate is here, or was invited.</p>;
  if (progress && !progress.may.invite) {
    return <p className="text-ink-2">An owner or admin of the team invites others.</p>;
  }
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-ink-2">Decisions, failures and handoffs are worth most when they are shared.</p>
      <Button href={`/${encodeURIComponent(base.team)}/settings/members`}>Invite a teammate</Button>
    </div>
  );
}
