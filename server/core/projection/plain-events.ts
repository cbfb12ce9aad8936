import type { ProjectionSource } from "./dialogue";
import type { PlainEvent } from "./formats";

/** The projection as data, in order, unfinished calls included; only thinking is left out, as everywhere. */
export function plainEvents({ items, eventOf }: ProjectionSource): PlainEvent[] {
  return items
    .filter((item) => item.kind !== "thinking")
    .map(({ ref, kind, residency, text, marker, tokens, tool, callId, partner, requestId }) => {
      const outcome = eventOf(ref)?.outcome ?? null;
      const isError = outcome === null ? null : outcome !== "ok";
      return { ref, kind, residency, text, marker, tokens, tool, callId, partner, requestId, isError };
    });
}
