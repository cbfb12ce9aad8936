import type { Pin } from "../model";
import type { Protection } from "../rule";

/** What a person or an agent pinned. Pins come with the session, so the protection is made for one session. */
export function pinned(pins: readonly Pin[]): Protection {
  const byRef = new Map(pins.map((pin) => [pin.ref, pin]));
  return {
    id: "protect.pin",
    strength: "stands",
    isTimeless: true,
    begin: () => (entry) => {
      const pin = byRef.get(entry.event.ref) ?? (entry.partner && byRef.get(entry.partner.event.ref));
      return pin ? { reason: `Pinned by ${pin.by}: ${pin.reason}`, pattern: null, evidence: [] } : null;
    },
  };
}
