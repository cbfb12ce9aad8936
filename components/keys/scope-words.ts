import type { KeyScope } from "@/server/core/access/rights";

/** What a scope lets a key do, in the words of the form and of the list. */
export const SCOPE_WORDS: Readonly<Record<KeyScope, { word: string; hint: string }>> = {
  ingest: { word: "Upload", hint: "Sends sessions of agents, as hooks and the import do." },
  read: { word: "Read", hint: "Asks for context, decisions and charts. Never changes anything." },
  context: {
    word: "Context",
    hint: "Archives, restores, pins, prunes and checkpoints sessions, as agents do for themselves.",
  },
  record: {
    word: "Record",
    hint: "Writes decisions, failures, handoffs, rules and summaries. Accepting a decision stays with people.",
  },
};

export function scopeWords(scopes: readonly string[]): string {
  const known = Object.entries(SCOPE_WORDS).flatMap(([scope, { word }]) => (scopes.includes(scope) ? [word] : []));
  return known.length === 0 ? "nothing" : known.join(", ");
}
