import { alternativesOf } from "./decision-log";
import type { Alternative } from "./draft";

/** What a decision says beside what was decided, where it names the parts itself. */
export interface LabelledParts {
  readonly decision: string;
  readonly context: string;
  readonly reasoning: string;
  readonly alternatives: readonly Alternative[];
  readonly impact: string;
  readonly reversible: string;
}

/** At the start of a line or a sentence only: "and say why: nobody asked" is a sentence. */
const LABEL =
  /(?:^|\n|(?<=[.;!])\s+)\s*(?:[-*]\s+)?(?:\*\*|__)?(context|reasoning|reasons?|rationale|why|alternatives(?: considered)?|impact|reversible)(?:\*\*|__)?\s*:(?:\*\*|__)?\s*/i;

/** `Use Zustand. Reasoning: it is smaller. Alternatives considered: Redux Toolkit, Jotai.` in its parts. */
export function labelledParts(text: string): LabelledParts {
  const [decision = "", ...rest] = text.split(LABEL);
  const told = new Map<string, string>();
  for (let at = 0; at + 1 < rest.length; at += 2) told.set(fieldOf(rest[at] ?? ""), (rest[at + 1] ?? "").trim());
  const read = (field: string) => told.get(field) ?? "";
  return {
    decision: decision.trim(),
    context: read("context"),
    reasoning: read("reasoning"),
    alternatives: alternativesOf(read("alternatives").replace(/\.$/, "")),
    impact: read("impact"),
    reversible: read("reversible"),
  };
}

function fieldOf(label: string): string {
  const name = label.toLowerCase();
  if (name.startsWith("alternatives")) return "alternatives";
  return /^(?:reason|rationale|why)/.test(name) ? "reasoning" : name;
}
