import { inShort } from "../budget/start-line";
import type { BudgetStatusView } from "../budget/views";
import type { SuggestionList } from "../context/views";
import type { LoadView } from "../filter/views";
import type { RunAnswerView } from "../runs/views";
import { count } from "../summarize/words";
import { listOf, oneLine } from "./tell";

/** What commands about a session's window say. */

export function tellStatus(status: BudgetStatusView): string {
  const { session, startLine, advice, relief, lastCheckpointAt, complexity, length } = status;
  const parts = [
    startLine,
    `**S-${session}** ${fullness(status)}`,
    advice === null
      ? "Nothing is to be done now."
      : `**${advice.atOnce ? "At once" : "Now"}: ${advice.command}.** ${advice.why}`,
    listOf(relief.map(({ command, why, tokens }) => `${command}: ${why} (${inShort(tokens)} tokens)`)),
    `${count(length.turns, "turn")}, ${count(complexity.files, "file")} touched, ${complexity.changedFiles} changed. ` +
      (lastCheckpointAt === null ? "No checkpoint yet." : `Last checkpoint at ${lastCheckpointAt}.`),
  ];
  return joined(parts);
}

function fullness({ usage, window }: BudgetStatusView): string {
  const held = `${inShort(usage.tokens)} tokens${usage.source === "estimated" ? " (estimated)" : ""}`;
  const reclaimable = usage.reclaimableTokens > 0 ? ` ${inShort(usage.reclaimableTokens)} of them could go.` : "";
  if (window.tokens === null || usage.share === null)
    return `holds ${held}; the size of its window is unknown.${reclaimable}`;
  return `is ${Math.round(usage.share * 100)} % full: ${held} of ${inShort(window.tokens)}.${reclaimable}`;
}

const TIER_WORDS = { hot: "always loaded", warm: "on demand", cold: "by search" } as const;
const ITEMS_SHOWN = 5;

export function tellBudget(status: BudgetStatusView): string {
  const tiers = status.tiers.map(({ tier, budgetTokens, usedTokens, items, moreItems }) => {
    const budget = budgetTokens === null ? "" : ` of ${inShort(budgetTokens)}`;
    const more = Math.max(0, items.length - ITEMS_SHOWN) + moreItems;
    const shown = items.slice(0, ITEMS_SHOWN).map(({ title, tokens }) => `${oneLine(title)} (${inShort(tokens)})`);
    const head = `**${tier}**, ${TIER_WORDS[tier]}: ${inShort(usedTokens)}${budget} tokens`;
    return [head, listOf(more > 0 ? [...shown, `and ${more} more`] : shown)].filter((part) => part !== "").join("\n\n");
  });
  return joined([`**S-${status.session}** ${fullness(status)}`, ...tiers]);
}

export function tellRun(answer: RunAnswerView): string {
  if (!answer.committed) return joined([`Nothing was pruned. ${answer.reason}`]);
  const { runNumber, totals, moves, blocked, summaries, reason } = answer;
  const { dedup, purgeErrors, compress } = totals.passes;
  return joined([
    `Run ${runNumber} took out ${exact(Math.max(0, totals.beforeTokens - totals.afterTokens))} tokens: ` +
      `${exact(totals.beforeTokens)} became ${exact(totals.afterTokens)}.`,
    `${count(moves, "change")} (${count(dedup, "duplicate")}, ${count(purgeErrors, "resolved error")}, ` +
      `${count(compress, "stale result")}), ${count(summaries, "summary", "summaries")}, ${blocked} protected.`,
    reason,
  ]);
}

function exact(tokens: number): string {
  return tokens.toLocaleString("en-US");
}

/** What still matters of a result is shown beside it: the bare command would archive the result without it. */
export function tellSuggestions({ suggestions, total, savedTokens }: SuggestionList): string {
  if (total === 0) return joined(["Nothing can be archived now: what the window holds is still needed."]);
  const lines = suggestions.map(({ ref, label, why, tokens, retained }) => {
    const keep = retained === null ? "" : ` Keep: ${oneLine(retained)}`;
    return `\`${ref}\` ${oneLine(label)} (${inShort(tokens)}): ${why}${keep}`;
  });
  const more = total > suggestions.length ? [`and ${total - suggestions.length} more`] : [];
  const used = suggestions.filter(({ to }) => to === "reference").map(({ ref }) => ref);
  const kept = suggestions.find(({ to }) => to === "retained");
  return joined([
    `These may be archived; it would save ${inShort(savedTokens)} tokens.`,
    listOf([...lines, ...more]),
    used.length === 0 ? "" : `Archive with: context archive ${used.join(" ")}`,
    kept === undefined
      ? ""
      : `Those with "Keep" one by one, with what still matters: context archive ${kept.ref} keeping <meaning>`,
  ]);
}

export function tellLoad({ stage, stageSource, rules, rulesOffered, now, waits, tokens }: LoadView): string {
  const source = { asked: "asked for", told: "told by the client", inferred: "inferred", default: "where work begins" };
  const item = ({ name, tokens: size, why }: LoadView["now"][number]) => `${oneLine(name)} (${inShort(size)}): ${why}`;
  return joined([
    `Stage **${stage}**, ${source[stageSource]}.`,
    now.length === 0 ? "Nothing is to be loaded now." : `Load now (${inShort(tokens.now)} tokens):`,
    listOf(now.map(item)),
    waits.length === 0 ? "" : `Waits (${inShort(tokens.deferred)} tokens deferred):`,
    listOf(waits.map(item)),
    rules.length === 0 ? "" : "Keep to:",
    listOf(rules.map(({ text }) => text)),
    rulesOffered.length === 0 ? "" : `More rules: ${rulesOffered.join(", ")}`,
  ]);
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
