import type { ProjectScope } from "@/server/core/access/scope";
import { type Answer, rejectedCount } from "@/server/core/context/answer";
import { historyOnly, judgeRestore, restoredMessage } from "@/server/core/context/restore";
import { ok, type Result } from "@/server/core/result";
import type { Deps } from "../deps";
import { changeResidency } from "./change-residency";

/** Puts archived events back in full, byte for byte what was stored. All of them, or none. */
export async function restore(
  deps: Deps,
  scope: ProjectScope,
  { number, refs }: { readonly number: number; readonly refs: readonly string[] },
): Promise<Result<Answer<"restore">>> {
  const wrong = rejectedCount("restore", refs.length);
  if (wrong) return ok(wrong);
  return changeResidency(deps, scope, number, {
    operation: "restore",
    targetCount: refs.length,
    judge: (session) => judgeRestore(session, refs),
    message: ({ transitions, availability }) =>
      restoredMessage(
        transitions.map(({ entryId }) => entryId),
        historyOnly(availability),
      ),
  });
}
