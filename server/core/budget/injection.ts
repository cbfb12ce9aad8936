import { estimateTokens } from "../events/tokens";
import type { BudgetPolicy } from "../prune/model";

/** The smallest window that agents work with nowadays: what an unknown one is taken for, so that the cap holds. */
export const SMALLEST_WINDOW_TOKENS = 128_000;

/** Something that the server would put into a window: the most important first. */
export interface InjectionItem {
  readonly tokens: number;
  /** One line that offers it instead, such as `DEC-003: Use Zustand (context decisions)`. */
  readonly reference: string;
}

export interface CappedInjection<T> {
  readonly injected: readonly T[];
  /** Given as their one line only. */
  readonly offered: readonly T[];
  /** Not even their lines fit; a reader is told how many there are. */
  readonly unlisted: readonly T[];
  readonly capTokens: number;
  /** Of what is injected and of the lines that offer the rest. */
  readonly usedTokens: number;
}

/** Room kept for the lines that offer what does not fit. */
const REFERENCE_SHARE = 0.15;

/**
 * Cuts what is put into a window at once (at the start, on load, resume and handoff) to the policy's share of it; the
 * rest is offered by reference. Items come in the order of their importance and keep it; an item that is too large does
 * not keep smaller ones out. `takenTokens` is what goes into the window with them and was capped before.
 */
export function capInjection<T extends InjectionItem>(
  items: readonly T[],
  windowTokens: number | null,
  { maxInjectionShare }: Pick<BudgetPolicy, "maxInjectionShare">,
  takenTokens = 0,
): CappedInjection<T> {
  const capTokens = Math.max(0, Math.floor((windowTokens ?? SMALLEST_WINDOW_TOKENS) * maxInjectionShare) - takenTokens);
  const total = items.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total <= capTokens) return { injected: items, offered: [], unlisted: [], capTokens, usedTokens: total };
  const whole = take(items, capTokens - Math.floor(capTokens * REFERENCE_SHARE), ({ tokens }) => tokens);
  const lines = take(whole.left, capTokens - whole.used, ({ reference }) => estimateTokens(`${reference}\n`));
  return {
    injected: whole.taken,
    offered: lines.taken,
    unlisted: lines.left,
    capTokens,
    usedTokens: whole.used + lines.used,
  };
}

function take<T>(items: readonly T[], room: number, sizeOf: (item: T) => number) {
  const taken: T[] = [];
  const left: T[] = [];
  let used = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (used + size <= room) {
      taken.push(item);
      used += size;
    } else left.push(item);
  }
  return { taken, left, used };
}
