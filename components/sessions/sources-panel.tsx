"use client";

import clsx from "clsx";
import { SOURCES } from "@/server/core/telemetry/event-filter";
import type { SessionDetail } from "@/server/core/telemetry/session-views";
import { formatExact, formatPercent, formatTokens } from "../ui/format";
import { Disclosure } from "./disclosure";
import { sourceWord } from "./timeline/filter-fields";
import { useTimelineState } from "./timeline/url-state";

type SourceTotals = SessionDetail["totals"]["sources"];

const NAMED = 3;

/** What entered the session by where it came from; a row shows its events. Pale is all of it, warm is proven noise. */
export function SourcesPanel({ sources, addedTokens }: { sources: SourceTotals; addedTokens: number }) {
  const [state, change] = useTimelineState();
  const largest = sources.slice(0, NAMED).map(({ source, tokens }) => `${sourceWord(source)} ${formatTokens(tokens)}`);
  const scale = Math.max(1, ...sources.map(({ tokens }) => tokens));
  return (
    <Disclosure title="What entered" summary={largest.join(", ")}>
      <table className="w-full border-collapse text-xs">
        <caption className="sr-only">What entered, by source</caption>
        <thead className="text-ink-3">
          <tr>
            <th scope="col" className={HEAD}>
              Source
            </th>
            <th scope="col" className={HEAD}>
              <span className="sr-only">Chart</span>
            </th>
            <th scope="col" className={clsx(HEAD, "text-right!")}>
              ≈ Tokens
            </th>
            <th scope="col" className={clsx(HEAD, "text-right!")}>
              Share
            </th>
            <th scope="col" className={clsx(HEAD, "text-right! max-md:hidden")}>
              ≈ Noise
            </th>
            <th scope="col" className={clsx(HEAD, "pr-0! text-right!")}>
              Events
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ source, events, tokens, provenTokens }) => {
            const name = SOURCES.find((known) => known === source) ?? null;
            const isChosen = state.source !== null && state.source === name;
            return (
              <tr key={source} className={isChosen ? "bg-selected" : "hover:bg-hover"}>
                <th scope="row" className="border-t border-line p-0 text-left font-normal">
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    onClick={() => change({ source: isChosen ? null : name })}
                    className="clip-focus flex h-7 w-full items-center pr-3 text-left whitespace-nowrap hover:underline pointer-coarse:h-11"
                  >
                    {sourceWord(source)}
                  </button>
                </th>
                <td className="w-full border-t border-line p-0">
                  <Bar tokens={tokens} provenTokens={provenTokens} scale={scale} />
                </td>
                <td className={CELL} title={`${formatExact(tokens)} tokens`}>
                  {formatTokens(tokens)}
                </td>
                <td className={CELL}>{formatPercent(addedTokens === 0 ? 0 : tokens / addedTokens)}</td>
                <td className={clsx(CELL, "max-md:hidden")} title={`${formatExact(provenTokens)} tokens`}>
                  {formatTokens(provenTokens)}
                </td>
                <td className={CELL}>{formatExact(events)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Disclosure>
  );
}

const HEAD = "pb-1 pr-3 text-left font-normal whitespace-nowrap";
const CELL = "num border-t border-line pl-3 text-right whitespace-nowrap";

function Bar({ tokens, provenTokens, scale }: { tokens: number; provenTokens: number; scale: number }) {
  return (
    <span aria-hidden className="data-fill relative block h-2.5">
      <i className="absolute inset-y-0 left-0 bg-results/45" style={{ width: `${(tokens / scale) * 100}%` }} />
      <i className="absolute inset-y-0 left-0 bg-noise" style={{ width: `${(provenTokens / scale) * 100}%` }} />
    </span>
  );
}
