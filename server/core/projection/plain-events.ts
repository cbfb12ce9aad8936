import type { ProjectionSource } from "./dialogue";
import type { PlainEvent } from "./formats";

/**
 * The projection as data, in order, unfinished calls included; only thinking is left out, as everywhere. A partner that
 * a summary stands for, or that was cut off, is no partner here.
 */
export function plainEvents({ items, eventOf }: ProjectionSource): PlainEvent[] {
  const shown = items.filter((item) => item.kind !== "thinking");
  const refs = new Set(shown.filter((item) => item.standsFor === null).map((item) => item.ref));
  return shown.map(({ ref, kind, residency, text, marker, tokens, tool, callId, partner, requestId, standsFor }) => {
    const outcome = standsFor === null ? (eventOf(ref)?.outcome ?? null) : null;
    return {
      ref,
      kind,
      residency,
      text,
      marker,
      tokens,
      tool,
      callId,
      partner: partner !== null && refs.has(partner) ? partner : null,
      requestId,
      isError: outcome === null ? null : outcome !== "ok",
      standsFor,
    };
  });
}
