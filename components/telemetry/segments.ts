import type { NoiseTokens } from "@/server/core/telemetry/figures";
import type { Fills } from "@/server/core/telemetry/fills";
import type { ContextSegment } from "../charts/context-bar-model";

/** Kept fills and noise as parts of a context bar. What was dropped is in no window any more. */
export function segmentsOf(kept: Fills, noise: NoiseTokens | null): ContextSegment[] {
  return [
    { kind: "rules", tokens: kept.rules },
    { kind: "skills", tokens: kept.skills },
    { kind: "talk", tokens: kept.talk },
    { kind: "results", tokens: kept.results },
    { kind: "summary", tokens: kept.summary },
    ...(noise
      ? ([
          { kind: "duplicate", tokens: noise.duplicate },
          { kind: "resolved-error", tokens: noise["resolved-error"] },
          { kind: "superseded", tokens: noise.superseded },
          { kind: "idle", tokens: noise.idle },
        ] as const)
      : []),
  ];
}
