import type { LinkedRecord } from "../model";
import type { Protection } from "../rule";

/** A failure that the project's registry holds as unresolved: whoever works on it needs its text. Delays only. */
export function linkedFailure(records: readonly LinkedRecord[]): Protection {
  const linkOf = new Map<string, string>();
  for (const { kind, active, link, refs } of records) {
    if (kind === "failure" && active) for (const ref of refs) linkOf.set(ref, link);
  }
  return {
    id: "protect.linked-failure",
    strength: "delays",
    isTimeless: true,
    begin: () => (entry) => {
      const link = entry.inContext ? linkOf.get(entry.event.ref) : undefined;
      if (link === undefined) return null;
      return { reason: `${link} is unresolved, and this is where it happened.`, pattern: link, evidence: [] };
    },
  };
}
