import { z } from "zod";
import { EVENT_KINDS, type EventKind, type WindowFill } from "../events/kinds";

/** What tokens are for, by class of fill: the kept part, without any noise. */
export const FillsView = z.object({
  rules: z.number(),
  skills: z.number(),
  talk: z.number(),
  results: z.number(),
  summary: z.number(),
});
export type Fills = z.infer<typeof FillsView>;

export function noFills(): Fills {
  return { rules: 0, skills: 0, talk: 0, results: 0, summary: 0 };
}

function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(EVENT_KINDS, kind);
}

/** A kind that a newer client invented counts as `other`. */
export function fillOfKind(kind: string): WindowFill {
  return EVENT_KINDS[isEventKind(kind) ? kind : "other"].fill;
}

/** Kept tokens by fill: what was added less what is noise of any class. Together with the noise they make the whole. */
export function keptFills(rows: Iterable<{ kind: string; pass: string; tokens: number }>): Fills {
  const fills = noFills();
  for (const { kind, pass, tokens } of rows) {
    fills[fillOfKind(kind)] += pass === "added" ? tokens : -tokens;
  }
  return fills;
}
