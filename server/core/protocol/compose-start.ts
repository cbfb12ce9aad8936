import { type CappedInjection, capInjection } from "../budget/injection";
import { estimateTokens } from "../events/tokens";
import type { BudgetPolicy } from "../prune/model";
import type { WeighedItem } from "./start-items";
import type { KnownItem, StartSection, StartView } from "./views";

const TITLES: Readonly<Record<StartSection, string>> = {
  withdrawn: "No Longer Holds",
  work: "Where The Work Stands",
  constraints: "Constraints",
  preferences: "Preferences",
  handoff: "Handoff",
  decisions: "Latest Decisions",
};
const OFFERED_TITLE = "By Reference";
const NOTHING_NEW = "Nothing new since the last start.";

export type ComposedStart = Pick<
  StartView,
  "markdown" | "tokens" | "nothingNew" | "items" | "offered" | "unlisted" | "known"
> & { readonly limitTokens: number };

/**
 * What a start puts into the window: what the session does not know yet, within the policy's share of the window; the
 * rest by reference. The same facts give the same text; a second start with what the first one answered adds nothing.
 */
export function composeStart(
  startLine: string,
  items: readonly WeighedItem[],
  known: readonly KnownItem[],
  windowTokens: number | null,
  policy: Pick<BudgetPolicy, "maxInjectionShare">,
): ComposedStart {
  const versions = new Map(known.map(({ ref, version }) => [ref, version]));
  const fresh = items.filter(({ ref, version }) => versions.get(ref) !== version);
  const frame = frameOf(startLine, fresh);
  const capped = capInjection(fresh, windowTokens, policy, estimateTokens(frame));
  const nothingNew = fresh.length === 0;
  const markdown = nothingNew ? `${startLine}\n\n${NOTHING_NEW}\n` : render(startLine, capped);
  const plain = ({ ref, version }: KnownItem) => ({ ref, version });
  for (const one of [...capped.injected, ...capped.offered]) versions.set(one.ref, one.version);
  return {
    markdown,
    tokens: estimateTokens(markdown),
    limitTokens: capped.capTokens + estimateTokens(frame),
    nothingNew,
    items: capped.injected.map(({ section, text, ...one }) => ({ ...plain(one), section, text })),
    offered: capped.offered.map(({ reference, ...one }) => ({ ...plain(one), line: reference.slice(2) })),
    unlisted: capped.unlisted.length,
    known: [...versions].map(([ref, version]) => ({ ref, version })),
  };
}

/** All that stands around the items, at its longest: it goes into the window as well. */
function frameOf(startLine: string, fresh: readonly WeighedItem[]): string {
  const sections = [...new Set(fresh.map(({ section }) => section))];
  return [startLine, ...sections.map(heading), OFFERED_TITLE, moreLine(fresh.length)].join("\n\n\n");
}

function render(startLine: string, { injected, offered, unlisted }: CappedInjection<WeighedItem>): string {
  const sections = [...new Set(injected.map(({ section }) => section))];
  const parts = sections.flatMap((section) => {
    const texts = injected.filter((one) => one.section === section).map(({ text }) => text);
    return [heading(section), texts.join("\n")];
  });
  const lines = [
    ...offered.map(({ reference }) => reference),
    ...(unlisted.length > 0 ? [moreLine(unlisted.length)] : []),
  ];
  const rest = lines.length > 0 ? [`## ${OFFERED_TITLE}`, lines.join("\n")] : [];
  return `${[startLine, ...parts, ...rest].join("\n\n")}\n`;
}

function heading(section: StartSection): string {
  return `## ${TITLES[section]}`;
}

function moreLine(count: number): string {
  return `- and ${count} more: context decisions, context constraints, context preferences`;
}
