import { cleanText } from "../events/clean";
import { redact } from "./redact";

declare const funnel: unique symbol;

/**
 * Text that went through the one funnel: cleaned of what Postgres refuses, secrets redacted. Repositories and
 * logs accept only this type for text that people or agents wrote, and only this file makes it.
 */
export type SafeText = string & { readonly [funnel]: true };

/** Cleans, then redacts. Idempotent. */
export function safeText(raw: string): SafeText {
  return safeTextWithCount(raw).text;
}

/** As `safeText`, with the number of secrets that it took out (kept per session). */
export function safeTextWithCount(raw: string): { text: SafeText; redactions: number } {
  const { text, total } = redact(cleanText(raw));
  // The only place that may claim the brand: the text has just passed both steps.
  return { text: text as SafeText, redactions: total };
}
