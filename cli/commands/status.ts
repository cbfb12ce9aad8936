import type { BudgetStatusView } from "@/server/core/budget/views";
import { count, number, say } from "../output";
import { asking, findPlace, findSession, type PlaceOptions } from "./place";

export interface StatusOptions extends PlaceOptions {
  readonly json?: boolean;
}

/** How full a session's window is, what it should hold, and what to do now. */
export async function status(session: number | undefined, options: StatusOptions): Promise<void> {
  const place = await findPlace(options);
  const { api, team, project } = place;
  const view = await asking(api.budget.status.query({ team, project, number: await findSession(place, session) }));
  if (options.json) say.line(JSON.stringify(view, null, 2));
  else for (const line of linesOf(view)) say.line(line);
}

function linesOf(view: BudgetStatusView): string[] {
  const { usage, length, complexity, advice, relief } = view;
  const title = view.title === null ? "" : ` ${view.title}`;
  return [
    view.startLine,
    `Session #${view.session}${title} (${view.client})`,
    windowLine(view),
    `Could be taken out: about ${count(usage.reclaimableTokens, "token")}`,
    `Length: ${count(length.turns, "turn")}, ${count(length.userTurns, "prompt")}, ${count(length.minutes, "minute")}`,
    `Files: ${number(complexity.files)}, ${number(complexity.changedFiles)} changed`,
    ...view.tiers.map(tierLine),
    ...(view.beyond === 0 ? [] : [`beyond   ${count(view.beyond, "item")} by reference only`]),
    advice === null ? "Advice: nothing to do" : `Advice: ${advice.action}. ${advice.why} Say: ${advice.command}`,
    ...relief.map(
      ({ step, why, tokens }) => `  ${step}: ${why}${tokens > 0 ? ` About ${count(tokens, "token")}.` : ""}`,
    ),
  ];
}

function windowLine({ window, usage }: BudgetStatusView): string {
  const held = `${number(usage.tokens)}${usage.source === "estimated" ? " (estimated)" : ""}`;
  if (window.tokens === null || usage.share === null) return `Window: ${held} tokens of a window of unknown size`;
  return `Window: ${held} of ${number(window.tokens)} tokens, ${Math.round(usage.share * 1_000) / 10} %`;
}

function tierLine({ tier, budgetTokens, usedTokens, items, moreItems }: BudgetStatusView["tiers"][number]): string {
  const of = budgetTokens === null ? "" : ` of ${number(budgetTokens)}`;
  return `${tier.padEnd(8)} ${number(usedTokens)}${of} tokens, ${count(items.length + moreItems, "item")}`;
}
