import type { RunTrigger } from "@/server/core/prune/batch";
import type { RunDraft, ThreadOutlook } from "@/server/core/runs/draft";
import type { RUN_REFUSALS } from "@/server/core/runs/views";

export type RunDecision =
  | {
      readonly commits: true;
      readonly trigger: RunTrigger;
      readonly reason: string;
      /** The windows that are changed. */
      readonly threads: readonly ThreadOutlook[];
    }
  | { readonly commits: false; readonly code: (typeof RUN_REFUSALS)[number]; readonly reason: string };

/**
 * Whether a run is committed that somebody asks for: all windows that get smaller, or with `onlyIfItPays` those in which
 * batching would do it by itself. Decided on the projections, not on what verdicts claim.
 */
export function decisionOf(draft: RunDraft, { onlyIfItPays }: { readonly onlyIfItPays: boolean }): RunDecision {
  const shrinking = draft.threads.filter(({ asked }) => asked.commits);
  const [first] = draft.threads;
  if (shrinking.length === 0) {
    const reason = first?.asked.reason ?? "The session has no window.";
    return { commits: false, code: "nothing-to-take", reason: withBlocked(reason, draft.blocked.length) };
  }
  const threads = onlyIfItPays ? shrinking.filter(({ automatic }) => automatic.commits) : shrinking;
  const [lead] = threads;
  const view = onlyIfItPays ? "automatic" : "asked";
  if (lead === undefined) {
    return { commits: false, code: "does-not-pay", reason: shrinking[0]?.automatic.reason ?? "" };
  }
  return { commits: true, trigger: lead[view].trigger, reason: lead[view].reason, threads };
}

function withBlocked(reason: string, blocked: number): string {
  if (blocked === 0) return reason;
  return `${reason} Protections stopped ${blocked} removal${blocked === 1 ? "" : "s"}.`;
}
