import type { Actor } from "@/server/core/access/scope";
import { type SafeText, safeText } from "@/server/core/redact/safe-text";

const AGENT_OF = "agent of ";

/** Who holds a pin or gave an acknowledgement, as people read it: a person by name, a key as that person's agent. */
export function holderOf({ kind, name }: Actor): SafeText {
  return safeText(kind === "member" ? name : `${AGENT_OF}${name}`);
}

export function isAgentHolder(holder: string): boolean {
  return holder.startsWith(AGENT_OF);
}
