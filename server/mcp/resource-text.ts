import { type CappedInjection, capInjection, SMALLEST_WINDOW_TOKENS } from "../core/budget/injection";
import type { NamedNotice } from "../core/decisions/notice";
import { estimateTokens } from "../core/events/tokens";
import type { WeighedItem } from "../core/protocol/start-items";
import type { BudgetPolicy } from "../core/prune/model";

/** Texts of resources: what a client puts into a window as a whole, so each stays within the policy's share of it. */

type Limit = Pick<BudgetPolicy, "maxInjectionShare">;

/** A client asks for a resource without telling its window, so the smallest in use counts. */
export function limitOf({ maxInjectionShare }: Limit): number {
  return Math.floor(SMALLEST_WINDOW_TOKENS * maxInjectionShare);
}

/** What a list says before its items: what no longer holds, or may not. At most a quarter of the room is for it. */
const NOTICES_SHARE = 0.25;
const NOTICES_TITLE = "## Look First";
const ITEMS_TITLE = "## In Force";
const OFFERED_TITLE = "## By Reference";

export interface ListText {
  readonly title: string;
  readonly notices: readonly string[];
  /** The most important first. */
  readonly items: readonly WeighedItem[];
  /** When there are none. */
  readonly empty: string;
}

export function listText({ title, notices, items, empty }: ListText, limit: Limit): string {
  const head = [`# ${title}`, noticesText(notices, limitOf(limit) * NOTICES_SHARE)].filter((part) => part !== "");
  const frame = [...head, ITEMS_TITLE, OFFERED_TITLE, moreLine(items.length), ""].join("\n\n");
  const capped = capInjection(items, SMALLEST_WINDOW_TOKENS, limit, estimateTokens(frame));
  const body = items.length === 0 ? [empty] : bodyOf(capped);
  return `${[...head, ...body].join("\n\n")}\n`;
}

function bodyOf({ injected, offered, unlisted }: CappedInjection<WeighedItem>): string[] {
  const lines = [
    ...offered.map(({ reference }) => reference),
    ...(unlisted.length > 0 ? [moreLine(unlisted.length)] : []),
  ];
  return [
    ...(injected.length > 0 ? [ITEMS_TITLE, injected.map(({ text }) => text).join("\n")] : []),
    ...(lines.length > 0 ? [OFFERED_TITLE, lines.join("\n")] : []),
  ];
}

function moreLine(count: number): string {
  return `- and ${count} more; find them with search`;
}

function noticesText(notices: readonly string[], roomTokens: number): string {
  if (notices.length === 0) return "";
  const lines: string[] = [];
  let used = estimateTokens(`${NOTICES_TITLE}\n\n${moreLine(notices.length)}\n`);
  for (const notice of notices) {
    const line = `- ${notice}`;
    used += estimateTokens(`${line}\n`);
    if (used > roomTokens) break;
    lines.push(line);
  }
  const left = notices.length - lines.length;
  return `${NOTICES_TITLE}\n\n${[...lines, ...(left > 0 ? [moreLine(left)] : [])].join("\n")}`;
}

/** One record as it stands, with what its reader must know above it; a long one is cut, and says so. */
export function recordText(notices: readonly string[], markdown: string, limit: Limit): string {
  const head = notices.map((notice) => `> **${notice}**`).join("\n>\n");
  const whole = head === "" ? markdown.trim() : `${head}\n\n${markdown.trim()}`;
  const most = limitOf(limit) * CHARACTERS_PER_TOKEN;
  if (whole.length < most) return `${whole}\n`;
  const room = whole.slice(0, most - CUT.length - 2);
  const atLine = room.lastIndexOf("\n");
  return `${(atLine > room.length / 2 ? room.slice(0, atLine) : room).trimEnd()}\n${CUT}\n`;
}

/** As `estimateTokens` counts. */
const CHARACTERS_PER_TOKEN = 4;
const CUT = "\n(Cut here: a text takes no more of a window at once. The browser shows all of it.)";

export function noticeLine({ ref, notice }: NamedNotice): string {
  return `${ref}: ${notice}`;
}
