"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { FailureCheck as Answer, SimilarFailureView } from "@/server/core/failures/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { RelativeTime } from "../ui/relative-time";
import { ErrorState, Skeleton } from "../ui/states";
import { TextField } from "../ui/text-field";
import { askable, likenessWords } from "./failure-words";
import { roomHref } from "./links";
import { FailureChip } from "./status-chip";

const SHOWN = 5;

/** "Has this been tried?" What is pasted here is looked up as a command, as an error and by its words. */
export function FailureCheck({ base }: { base: Base }) {
  const [asked, setAsked] = useState("");
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get("question");
    setAsked(typeof text === "string" ? askable(text.trim()) : "");
  };
  return (
    <section aria-labelledby="check" className="border-b border-line bg-sunken px-3.5 py-3 md:px-4">
      <h2 id="check" className="sr-only">
        Has this been tried?
      </h2>
      <form className="flex items-end gap-2" onSubmit={onSubmit}>
        <TextField
          label="Has this been tried?"
          name="question"
          icon={<Search className="size-3.5" aria-hidden />}
          placeholder="A command, an error, or what you are about to do"
          className="min-w-0 flex-1 md:max-w-[560px]"
        />
        <Button type="submit">Check</Button>
      </form>
      {asked === "" ? null : <Found base={base} asked={asked} onClose={() => setAsked("")} />}
    </section>
  );
}

function Found({ base, asked, onClose }: { base: Base; asked: string; onClose: () => void }) {
  const trpc = useTRPC();
  const question = { ...base, text: asked, limit: SHOWN };
  const { data, isError, refetch } = useQuery(trpc.failures.check.queryOptions(question));
  if (isError) return <ErrorState onRetry={() => void refetch()}>The failures could not be searched.</ErrorState>;
  if (!data) return <Skeleton lines={3} className="mt-3 h-8" label="Looking for similar failures" />;
  return (
    <section aria-label="Answer" className="mt-3 grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="text-ink-2">
          {sayCount(data.failures.length)}
        </p>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
      <ol className="grid gap-px">
        {data.failures.map((one) => (
          <Similar key={one.number} base={base} one={one} answer={data} />
        ))}
      </ol>
    </section>
  );
}

function sayCount(count: number): string {
  if (count === 0) return "No failure of this project is like it. Nobody tried it, or it worked.";
  return count === 1 ? "One failure is like it." : `${count} failures are like it, the most similar first.`;
}

function Similar({ base, one, answer }: { base: Base; one: SimilarFailureView; answer: Answer }) {
  const facts = [
    ["It said", one.said],
    ["Because", one.rootCause],
    ["What worked", one.worked],
  ].filter(([, text]) => text !== "");
  return (
    <li className="grid gap-1 border-l-2 border-line-strong bg-surface px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <Link href={roomHref(base, "failures", {}, one.number)} className="font-semibold [overflow-wrap:anywhere]">
          {recordRef("failure", one.number)} {one.title}
        </Link>
        <FailureChip status={one.status} occurrences={one.occurrences} />
      </div>
      <p className="text-xs text-ink-3">
        {likenessWords(one)} · last{" "}
        <RelativeTime iso={one.lastSeenAt} nowIso={answer.asOf} timeZone={answer.timeZone} />
      </p>
      {one.notice ? <p className="text-xs">{one.notice}</p> : null}
      <dl className="grid grid-cols-[7em_1fr] gap-x-3 gap-y-0.5 text-xs">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="line-clamp-3 [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
