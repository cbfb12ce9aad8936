import { REDACTION_KINDS, type RedactionKind } from "./rules";
import { findSecrets } from "./scan";
import { joinSpans, type Span } from "./spans";

/** How many secrets of each kind were replaced; every kind has a number. */
export type RedactionCounts = Record<RedactionKind, number>;

export interface Redacted {
  readonly text: string;
  readonly counts: Readonly<RedactionCounts>;
  /** The sum of `counts`. */
  readonly total: number;
}

/** All kinds at zero. Typed by construction: the keys are the table of kinds. */
export function noRedactions(): RedactionCounts {
  // The entries are exactly REDACTION_KINDS, which `Object.fromEntries` cannot express in its type.
  return Object.fromEntries(REDACTION_KINDS.map((kind) => [kind, 0])) as RedactionCounts;
}

/** Shared by all answers without a hit: most texts have none, and events come by the thousand. */
const NONE: Readonly<RedactionCounts> = Object.freeze(noRedactions());

/**
 * Replacing a secret can bare another that was glued to it; a further look finds it. Each pass leaves less to find, and
 * the limit only bounds texts that were made to need many.
 */
const MOST_PASSES = 8;
/** Characters that no rule reads across: a secret between two of them is glued to nothing. */
const CUTS_BEFORE = new Set(" \t\r\n\"'`<>(){}[],;&|\\=:");
const CUTS_AFTER = new Set(" \t\r\n\"'`<>(){}[],;&|\\@");

/**
 * Replaces each secret by `[REDACTED:kind]`. Deterministic, linear in the length of the text, and idempotent: what it
 * answers holds nothing that it would replace. Secrets are told by vendors' prefixes, by PEM blocks, by credentials in
 * URLs and headers, and by names (`password=`, `"apiKey": "…"`) whose value has at least 16 characters in no order.
 * Digests, UUIDs and placeholders stay. Never splits a surrogate pair: secrets begin and end with ASCII.
 */
export function redact(text: string): Redacted {
  let result: Redacted = { text, counts: NONE, total: 0 };
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const spans = joinSpans(findSecrets(result.text));
    if (spans.length === 0) break;
    const mayBareMore = spans.some((span) => isGlued(result.text, span));
    result = replaceSpans(result, spans);
    if (!mayBareMore) break;
  }
  return result;
}

function isGlued(text: string, { start, end }: Span): boolean {
  const cutBefore = start === 0 || CUTS_BEFORE.has(text.charAt(start - 1));
  const cutAfter = end === text.length || CUTS_AFTER.has(text.charAt(end));
  return !(cutBefore && cutAfter);
}

function replaceSpans(before: Redacted, spans: readonly Span[]): Redacted {
  const counts = { ...before.counts };
  const parts: string[] = [];
  let copiedUntil = 0;
  for (const { start, end, kind } of spans) {
    parts.push(before.text.slice(copiedUntil, start), `[REDACTED:${kind}]`);
    copiedUntil = end;
    counts[kind]++;
  }
  parts.push(before.text.slice(copiedUntil));
  return { text: parts.join(""), counts, total: before.total + spans.length };
}
