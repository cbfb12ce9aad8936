"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Check, Dot, Lock, LockOpen, Search } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { ExplanationView, OpinionView } from "@/server/core/runs/explanation-view";
import { useTRPC } from "../api/trpc";
import type { NoiseClass } from "../charts/palette";
import { policyName } from "../policy/judged-words";
import { toShownFault } from "../setup/fault";
import { Tag } from "../ui/chip";
import { NoiseSwatch } from "../ui/noise-chip";
import { ErrorState, Skeleton } from "../ui/states";
import { Reason } from "./reason";
import type { WhyContext } from "./why-panel";
import { answerWord, byGroup, GROUP_WORD, LEVEL_WORDS, opinionWords } from "./why-rule-words";

type Links = Pick<WhyContext, "hrefOfEvent" | "onOpen">;

/** Every rule's view of an event, in the order in which a plan asks them, planned from what is stored now. */
export function WhyRules({ place, detail, hrefOfEvent, onOpen }: WhyContext) {
  const trpc = useTRPC();
  const title = useId();
  const { data, error, refetch } = useQuery(trpc.sessions.explain.queryOptions({ ...place, ref: detail.row.ref }));
  return (
    <section aria-labelledby={title} className="mt-2 grid gap-1.5">
      <h3 id={title}>
        What the rules say{" "}
        {data ? <span className="font-normal text-ink-3">{policyName(data.policyVersion)}</span> : null}
      </h3>
      {error && !data ? (
        <ErrorState onRetry={() => void refetch()}>{toShownFault(error).message}</ErrorState>
      ) : data ? (
        <Answers data={data} noise={detail.row.noise} hrefOfEvent={hrefOfEvent} onOpen={onOpen} />
      ) : (
        <Skeleton lines={6} label="Asking the rules" />
      )}
    </section>
  );
}

type AnswersProps = Links & { data: ExplanationView; noise: NoiseClass | null };

function Answers({ data, noise, ...links }: AnswersProps) {
  return (
    <>
      <p className="text-ink-2">{LEVEL_WORDS[data.level]}</p>
      {byGroup(data.opinions).map(({ group, opinions }) => (
        <section key={group} aria-label={GROUP_WORD[group]}>
          <h4 className="pt-1.5 pb-0.5 text-2xs font-medium text-ink-3">{GROUP_WORD[group]}</h4>
          <ul className="grid">
            {opinions.map((opinion) => (
              <OpinionLine key={opinion.rule} opinion={opinion} noise={noise} {...links} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

type OpinionLineProps = Links & { opinion: OpinionView; noise: NoiseClass | null };

function OpinionLine({ opinion, noise, hrefOfEvent, onOpen }: OpinionLineProps) {
  const { rule, answer, pattern, evidence, strength } = opinion;
  const isSilent = answer === "silent";
  return (
    <li
      data-rule={rule}
      data-answer={answer}
      className={clsx(
        "grid grid-cols-[20px_minmax(0,1fr)] border-t border-line py-1 leading-[1.35] [&_svg.lucide]:mt-0.5 [&_svg.lucide]:size-3",
        answer === "decides" ? "bg-selected px-1.5" : isSilent ? "text-ink-3" : undefined,
      )}
    >
      <span aria-hidden>{iconOf(opinion, noise)}</span>
      <span className="min-w-0">
        <span className={clsx("font-mono text-xs", answer === "decides" && "font-semibold text-ink")}>{rule}</span>
        <span className={clsx("text-xs", isSilent ? "sr-only" : "text-ink-3")}>
          {" "}
          {answerWord(opinion)}
          {strength === "delays" && !isSilent ? ", for now" : ""}
        </span>
        <span className={clsx("block text-xs [overflow-wrap:anywhere]", isSilent ? "text-ink-3" : "text-ink-2")}>
          <Reason reason={opinionWords(opinion)} evidence={evidence} hrefOfEvent={hrefOfEvent} onOpen={onOpen} />
          {pattern === null ? null : (
            <>
              {" "}
              <Tag title="What matched">{pattern}</Tag>
            </>
          )}
        </span>
      </span>
    </li>
  );
}

function iconOf({ group, answer }: OpinionView, noise: NoiseClass | null): ReactNode {
  if (answer === "silent") return <Dot />;
  if (group === "protection") return answer === "overruled" ? <LockOpen /> : <Lock />;
  if (answer === "decides") return noise ? <NoiseSwatch noise={noise} className="mt-1" /> : <Check />;
  return <Search />;
}
