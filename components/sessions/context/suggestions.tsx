"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import type { SuggestionList } from "@/server/core/context/views";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { Button } from "../../ui/button";
import { formatExact, formatTokens } from "../../ui/format";
import { Notice } from "../../ui/notice";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { ErrorState, Skeleton } from "../../ui/states";
import { EventName } from "../event-name";
import { useSessionScope } from "../session-scope";
import { bareRef } from "../session-view";
import { type EventChanger, useEventChange } from "./use-event-change";

/** What may be archived now, each with the fact that shows it and a button. */
export function Suggestions() {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const { data, error, refetch } = useQuery(trpc.context.suggest.queryOptions(place));
  return (
    <section aria-labelledby="suggestions" className="border-t border-line">
      <div className="px-3.5 pt-4 pb-2 md:px-4">
        <h2 id="suggestions">What may be archived now</h2>
        {data ? <p className="text-xs text-ink-3">{leadWords(data)}</p> : null}
      </div>
      {error && !data ? (
        <ErrorState onRetry={() => void refetch()}>{toShownFault(error).message}</ErrorState>
      ) : data ? (
        <ul className="grid">
          {data.suggestions.map((suggestion) => (
            <Suggestion key={suggestion.ref} suggestion={suggestion} />
          ))}
        </ul>
      ) : (
        <Skeleton lines={3} className="mx-4 h-3" label="Looking for what may be archived" />
      )}
    </section>
  );
}

function leadWords({ total, savedTokens, boundary, suggestions }: SuggestionList): string {
  if (total === 0) return "Nothing: each result may still be needed. In doubt it stays in full.";
  const shown = suggestions.length < total ? `, the first ${formatExact(suggestions.length)} are shown` : "";
  const at =
    boundary === null
      ? ""
      : ` The last boundary was ${boundary.kind.replaceAll("-", " ")}${boundary.source === "inferred" ? " (inferred)" : ""}, ${formatExact(boundary.turnsAgo)} ${plural(boundary.turnsAgo, "turn")} ago.`;
  return `${formatExact(total)} ${plural(total, "result")}, ${formatTokens(savedTokens)} tokens${shown}.${at}`;
}

function Suggestion({ suggestion }: { suggestion: SuggestionList["suggestions"][number] }) {
  const { denied, short } = useSessionScope();
  const changer = useEventChange();
  const { ref, label, to, why, rule, tokens, tokensAfter, retained } = suggestion;
  const archive = () =>
    changer.change({
      kind: "archive",
      ref: bareRef(ref),
      retained,
      prior: { residency: "full", retained: null },
    });
  return (
    <li className="border-t border-line px-3.5 py-2 first:border-t-0 hover:bg-hover md:px-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
        <div className="min-w-0">
          <EventName target={ref} label={label} />
          <p className="text-xs text-ink-2 [overflow-wrap:anywhere]" title={rule}>
            {short(why)}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
            <ResidencyGlyph residency={to} withWord />
            {formatExact(tokens)} → {formatExact(tokensAfter)} tokens
          </p>
        </div>
        <Button
          size="sm"
          icon={<Archive aria-hidden />}
          aria-label={`Archive ${short(label)}`}
          loading={changer.pending !== null}
          disabledReason={denied}
          onClick={archive}
        >
          Archive
        </Button>
      </div>
      <SuggestionRefusal refusal={changer.refusal} />
    </li>
  );
}

function SuggestionRefusal({ refusal }: Pick<EventChanger, "refusal">) {
  if (!refusal) return null;
  return (
    <Notice tone="warn" live="alert" className="mt-2">
      {refusal.message}
    </Notice>
  );
}
