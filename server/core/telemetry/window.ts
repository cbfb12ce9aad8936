import { NOISE_CLASSES, type NoiseClass } from "../prune/model";
import { noNoise } from "./figures";
import { fillOfKind, noFills } from "./fills";
import type { ThreadSummary } from "./session-views";

/** Events that a context bar does not tell apart. */
export interface EventGroup {
  readonly kind: string;
  readonly noise: string | null;
  readonly residency: string;
  readonly inContext: boolean;
  readonly events: number;
  readonly errors: number;
  readonly tokens: number;
  readonly tokensAfter: number;
}

export function noiseClassOf(name: string | null): NoiseClass | null {
  return NOISE_CLASSES.find((noise) => noise === name) ?? null;
}

/** The window of a thread now, and under the shadow plan. What a compaction or rewind took out is not in it. */
export function windowOf(groups: readonly EventGroup[]): ThreadSummary["window"] {
  const kept = noFills();
  const after = noFills();
  const noise = noNoise();
  const noiseAfter = noNoise();
  let beforeTokens = 0;
  let afterTokens = 0;
  for (const group of groups) {
    if (!group.inContext) continue;
    const fill = fillOfKind(group.kind);
    const noiseClass = noiseClassOf(group.noise);
    if (noiseClass) noise[noiseClass] += group.tokens;
    else kept[fill] += group.tokens;
    // A marker or the kept meaning of what was noise is none any more.
    if (noiseClass && group.residency === "full") noiseAfter[noiseClass] += group.tokensAfter;
    else after[fill] += group.tokensAfter;
    // Of what was dropped, the window holds what stands in its place.
    beforeTokens += noiseClass === "dropped" ? group.tokensAfter : group.tokens;
    afterTokens += group.tokensAfter;
  }
  return { beforeTokens, afterTokens, kept, noise, after, noiseAfter };
}

/** All that entered, history included: kept by fill, and noise by class. */
export function enteredOf(groups: readonly EventGroup[]): Pick<ThreadSummary["window"], "kept" | "noise"> {
  return windowOf(groups.map((group) => ({ ...group, inContext: true })));
}

export function residencyCounts(groups: readonly EventGroup[]): ThreadSummary["residencies"] {
  const counts = { full: 0, retained: 0, reference: 0 };
  for (const { residency, events, inContext } of groups) {
    if (!inContext) continue;
    if (residency === "retained" || residency === "reference") counts[residency] += events;
    else counts.full += events;
  }
  return counts;
}
