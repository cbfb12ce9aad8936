import fc from "fast-check";
import { EVENT_KIND_NAMES, type EventKind, RESOLVABLE_KINDS } from "../../events/kinds";
import type { ProjectedItem } from "../../prune/projection";
import type { ProjectionSource } from "../dialogue";

/**
 * Windows that no client should write and some do: results before their calls or far behind them, ids twice, empty
 * texts, partners outside the window, archived arguments, names that no API takes.
 */
const text = fc.constantFrom("", " \n", "text", '{"path":"a.ts"}', "[1]", "null", "{broken", "```\ncode\n", "# head");
const callId = fc.constantFrom(null, "", "a", "call 1", "ü", "x".repeat(70), "toolu_01", `${"y".repeat(64)}1`);
const tool = fc.constantFrom(null, "", "Bash", "functions.exec", "mcp__a b__c", "t".repeat(90));

const seed = fc.record({
  kind: fc.constantFrom<EventKind[]>(...EVENT_KIND_NAMES, "tool_call", "tool_call", "tool_result", "tool_result"),
  residency: fc.constantFrom("full", "full", "retained", "reference"),
  text,
  callId,
  tool,
  requestId: fc.constantFrom(null, "r1", "r2"),
  partner: fc.option(fc.nat(14), { nil: null }),
  outcome: fc.constantFrom(null, "ok", "error"),
});

export const arbitraryItems: fc.Arbitrary<ProjectionSource> = fc
  .array(seed, { maxLength: 14, size: "max" })
  .map((seeds) => {
    const items = seeds.map(({ partner, outcome: _outcome, ...own }, index): ProjectedItem => {
      const ref = `e${index}`;
      const isFull = own.residency === "full";
      const isMarked = isFull && RESOLVABLE_KINDS.includes(own.kind);
      return {
        ...own,
        ref,
        text: isFull ? own.text : `[context archived: ctx:${ref}]`,
        marker: isMarked ? `[context-ref: ctx:${ref}]` : "",
        tokens: 1,
        partner: partner === null ? null : `e${partner}`,
        standsFor: null,
      };
    });
    return { items: mutual(items), eventOf: () => undefined };
  });

/** Half of the windows get partners that name each other, the rest keeps its loose ends. */
function mutual(items: readonly ProjectedItem[]): ProjectedItem[] {
  const partners = new Map<string, string>();
  for (const item of items) {
    if (item.partner === null || partners.has(item.ref) || partners.has(item.partner)) continue;
    const other = items.find((one) => one.ref === item.partner);
    const isPair = other && (other.kind === "tool_call") !== (item.kind === "tool_call");
    if (!isPair) continue;
    partners.set(item.ref, other.ref);
    partners.set(other.ref, item.ref);
  }
  return items.map((item) => ({ ...item, partner: partners.get(item.ref) ?? item.partner }));
}
