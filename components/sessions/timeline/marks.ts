import type { Landmark } from "@/server/core/telemetry/landmarks";
import { OUTLINE_STAGE_TOLD, OUTLINE_STAGES, type Outline } from "@/server/core/telemetry/session-views";
import { hasFlag } from "./outline-facts";

/** A line between events: a stage that begins, a boundary, a commit. It stands before the event at its index. */
export interface Mark {
  readonly kind: Landmark["kind"] | "stage";
  readonly index: number;
  readonly name: string;
  readonly told: boolean;
  readonly atIso: string;
  readonly hash: string | null;
  readonly url: string | null;
}

/** The marks of a thread in its order: those that the server knows, and where a stage begins. */
export function marksOf(outline: Outline, landmarks: readonly Landmark[]): Mark[] {
  const own = landmarks
    .filter((landmark) => landmark.thread === outline.thread)
    .map(({ kind, seq, at, name, told, hash, url }) => ({
      ...{ kind, name, told, hash, url },
      index: placeOf(outline, kind, seq),
      atIso: at,
    }));
  return [...own, ...stagesOf(outline)].sort((a, b) => a.index - b.index);
}

/** What an event tells stands after it, what a client tells before the next one. */
function placeOf(outline: Outline, kind: Landmark["kind"], seq: number): number {
  const isTold = kind === "commit" || kind === "pull-request";
  const at = outline.seqs.findIndex((own) => (isTold ? own > seq : own >= seq));
  return at === -1 ? outline.seqs.length : at;
}

function stagesOf(outline: Outline): Mark[] {
  let before: string | null = null;
  return outline.stages.flatMap((code, index): Mark[] => {
    const stage = OUTLINE_STAGES[code] ?? null;
    if (stage === null || stage === before) return [];
    before = stage;
    const atIso = new Date((outline.atSeconds[index] ?? 0) * 1000).toISOString();
    const told = hasFlag(outline, index, OUTLINE_STAGE_TOLD);
    return [{ kind: "stage", index, name: stage, told, atIso, hash: null, url: null }];
  });
}

const BOUNDARY_WORD: Readonly<Record<string, string>> = {
  "task-start": "Task starts",
  "task-end": "Task ends",
  stage: "Stage changes",
  "wave-done": "Parallel wave done",
  "route-change": "Route changes",
  "exploration-end": "Exploration ends",
  "verification-settled": "Check settled",
  resume: "Resumed",
  compaction: "Compaction",
  clear: "Clear",
  rewind: "Rewind",
};

/** A boundary that a newer client invented keeps its own name. */
export function markWord({ kind, name }: Pick<Mark, "kind" | "name">): string {
  if (kind === "stage") return `Stage ${name}`;
  if (kind === "branch") return `Branch ${name}`;
  if (kind === "pull-request") return `Pull request ${name}`;
  return kind === "commit" ? name : (BOUNDARY_WORD[name] ?? name);
}
