import type { Actor } from "../../core/access/scope";
import { type SafeText, safeText } from "../../core/redact/safe-text";

/** Who writes a version, as records name people. */
export function authorOf(actor: Actor): { authorKind: Actor["kind"]; author: SafeText } {
  return { authorKind: actor.kind, author: safeText(actor.name) };
}
