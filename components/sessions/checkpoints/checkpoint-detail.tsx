"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import type { CheckpointView } from "@/server/core/checkpoints/views";
import { useTRPC } from "../../api/trpc";
import { policyName } from "../../policy/judged-words";
import { toShownFault } from "../../setup/fault";
import { policyHref } from "../../telemetry/links";
import { Button } from "../../ui/button";
import { type Fact, Facts } from "../../ui/facts";
import { formatExact } from "../../ui/format";
import { Link } from "../../ui/link";
import { Markdown } from "../../ui/markdown";
import { Notice } from "../../ui/notice";
import { ErrorState, Skeleton } from "../../ui/states";
import { useCopy } from "../../ui/use-copy";
import { type SessionScope, useSessionScope } from "../session-scope";
import { SessionTime } from "../session-time";
import { readable } from "./readable";
import { ResumeDialog } from "./resume-dialog";

/** One saved state: what it says, who saved it, who went on from it, and how to. */
export function CheckpointDetail({ checkpoint }: { checkpoint: number }) {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const { data, error, refetch } = useQuery(trpc.checkpoints.get.queryOptions({ ...place, checkpoint }));
  if (error && !data) {
    return <ErrorState onRetry={() => void refetch()}>{toShownFault(error).message}</ErrorState>;
  }
  if (!data) return <Skeleton lines={10} className="mx-4 h-3" label="Loading the checkpoint" />;
  return <Shown checkpoint={data} />;
}

function Shown({ checkpoint }: { checkpoint: CheckpointView }) {
  const scope = useSessionScope();
  const { name, isOutdated, resumed, text } = checkpoint;
  return (
    <div className="grid">
      <div className="flex flex-wrap items-center gap-2 px-3.5 pt-4 pb-3 md:px-4">
        <h2 className="min-w-0 flex-1">Checkpoint {name}</h2>
        <CopyText text={text} />
        <ResumeDialog checkpoint={checkpoint} />
      </div>
      {isOutdated ? (
        <Notice tone="info">The session went on after this was saved. A newer checkpoint knows more.</Notice>
      ) : null}
      {resumed ? (
        <Notice tone="neutral">
          {resumed.by} resumed from it, <SessionTime iso={resumed.at} />.
        </Notice>
      ) : null}
      <div className="px-3.5 py-3 md:px-4">
        <Facts facts={factsOf(checkpoint, scope)} />
      </div>
      <section aria-label="What a fresh session starts from" className="border-t border-line px-3.5 py-4 md:px-4">
        <Markdown text={readable(text)} />
      </section>
    </div>
  );
}

function CopyText({ text }: { text: string }) {
  const { state, copy } = useCopy();
  const word = { idle: "Copy as text", copied: "Copied", failed: "Select the text below and copy it" }[state];
  return (
    <Button icon={state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />} onClick={() => void copy(text)}>
      <span role="status">{word}</span>
    </Button>
  );
}

function factsOf(checkpoint: CheckpointView, { base }: SessionScope): Fact[] {
  const { author, createdAt, trigger, stage, tokens, contextTokens, policyVersion } = checkpoint;
  return [
    { key: "who", name: "Saved by", value: author.kind === "key" ? `an agent of ${author.name}` : author.name },
    { key: "when", name: "When", value: <SessionTime iso={createdAt} /> },
    { key: "trigger", name: "Trigger", value: `${TRIGGER_WORD[trigger] ?? trigger}${stage ? `, in ${stage}` : ""}` },
    {
      key: "tokens",
      name: "Size",
      value: `${formatExact(tokens)} tokens in place of ${formatExact(contextTokens)}, estimated`,
    },
    {
      key: "policy",
      name: "Policy",
      value: (
        <Link href={policyHref(base, policyVersion)} prefetch={false}>
          {policyName(policyVersion)}
        </Link>
      ),
    },
  ];
}

const TRIGGER_WORD: Readonly<Record<string, string>> = {
  asked: "asked for",
  advice: "advised",
  boundary: "at a boundary",
};
