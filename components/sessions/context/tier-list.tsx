"use client";

import { useState } from "react";
import type { TiersView as Tiers, TierView } from "@/server/core/budget/views";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { formatExact, formatTokens } from "../../ui/format";
import { Progress } from "../../ui/progress";
import { useSessionScope } from "../session-scope";

type Placed = TierView["items"][number];

const FIRST = 8;

const TIER: Readonly<Record<TierView["tier"], { word: string; note: string; empty: string }>> = {
  hot: {
    word: "Hot",
    note: "always loaded",
    empty: "Nothing yet. The task, active files, the latest decisions and preferences stand here.",
  },
  warm: {
    word: "Warm",
    note: "loaded on demand",
    empty: "Nothing. Outlines of files, earlier decisions and open failures stand here.",
  },
  cold: { word: "Cold", note: "found by search", empty: "Nothing. Old summaries and what is settled stand here." },
};

/** Hot, warm and cold: what a window should hold, each item with its reason. */
export function TierList({ tiers: { tiers, beyond, moreBeyond } }: { tiers: Tiers }) {
  return (
    <>
      <div className="grid gap-px bg-line lg:grid-cols-3">
        {tiers.map((tier) => (
          <section key={tier.tier} aria-labelledby={`tier-${tier.tier}`} className="min-w-0 bg-surface pb-2">
            <TierHead tier={tier} />
            <Items items={tier.items} more={tier.moreItems} empty={TIER[tier.tier].empty} home={tier.tier} />
          </section>
        ))}
      </div>
      {beyond.length > 0 ? (
        <section aria-labelledby="tier-beyond" className="border-t border-line pb-2">
          <div className="px-3.5 pt-3 pb-2 md:px-4">
            <h3 id="tier-beyond">Beyond</h3>
            <p className="text-xs text-ink-3">No tier has room for these; they are reached by their reference.</p>
          </div>
          <Items items={beyond} more={moreBeyond} empty="" home={null} />
        </section>
      ) : null}
    </>
  );
}

function TierHead({ tier: { tier, usedTokens, budgetTokens } }: { tier: TierView }) {
  const { word, note } = TIER[tier];
  const of = budgetTokens === null ? "" : ` of ${formatTokens(budgetTokens)}`;
  return (
    <div className="grid gap-1 px-3.5 pt-3.5 pb-2.5 md:px-4">
      <h3 id={`tier-${tier}`} className="flex items-baseline justify-between gap-2">
        <span>
          {word} <span className="font-normal text-ink-3">{note}</span>
        </span>
        <span className="text-xs font-normal text-ink-2" title={`${formatExact(usedTokens)} tokens, estimated`}>
          {formatTokens(usedTokens)}
          {of}
        </span>
      </h3>
      <Progress
        label={`${word} tier`}
        value={usedTokens}
        max={budgetTokens ?? Math.max(1, usedTokens)}
        valueText={`${formatTokens(usedTokens)}${of} tokens`}
      />
    </div>
  );
}

type ItemsProps = { items: readonly Placed[]; more: number; empty: string; home: TierView["tier"] | null };

function Items({ items, more, empty, home }: ItemsProps) {
  const [isAll, setAll] = useState(false);
  if (items.length === 0) return <p className="px-3.5 pb-2 text-xs text-ink-2 md:px-4">{empty}</p>;
  return (
    <>
      <ul>
        {(isAll ? items : items.slice(0, FIRST)).map((item) => (
          <Item key={item.id} item={item} hasFallen={home !== null && item.home !== home} />
        ))}
      </ul>
      {items.length > FIRST ? (
        <p className="px-2 pt-1 text-xs text-ink-3 md:px-2.5">
          <Button size="sm" variant="ghost" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? "Show fewer" : `Show all ${formatExact(items.length)}`}
          </Button>
          {isAll && more > 0 ? ` and ${formatExact(more)} more` : ""}
        </p>
      ) : null}
    </>
  );
}

function Item({ item, hasFallen }: { item: Placed; hasFallen: boolean }) {
  const { short } = useSessionScope();
  const { title, kind, tokens, why, importance } = item;
  const terms = importance.terms.map(({ term, value, weight }) => `${term} ${value.toFixed(2)} × ${weight}`).join(", ");
  return (
    <li className="border-t border-line px-3.5 py-2 md:px-4">
      <p className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{short(title)}</span>
        <span className="shrink-0 text-xs text-ink-3" title="Tokens, estimated">
          {formatExact(tokens)}
        </span>
      </p>
      <p className="mt-0.5 text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">{short(why)}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3" title={terms}>
        <span>{kind.replaceAll("-", " ")}</span>
        {hasFallen ? <Chip>from {item.home}</Chip> : null}
      </p>
    </li>
  );
}
