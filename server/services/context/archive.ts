import type { ProjectScope } from "@/server/core/access/scope";
import { type Answer, counted, rejectedCount } from "@/server/core/context/answer";
import { type ArchiveTarget, judgeArchive } from "@/server/core/context/archive";
import { ok, type Result } from "@/server/core/result";
import type { Deps } from "../deps";
import { askerOf, changeResidency } from "./change-residency";

export interface ArchiveInput {
  readonly number: number;
  readonly targets: readonly ArchiveTarget[];
  readonly force: boolean;
}

/** Takes results out of what the model sees, with or without a kept meaning. All of them, or none. */
export async function archive(
  deps: Deps,
  scope: ProjectScope,
  { number, targets, force }: ArchiveInput,
): Promise<Result<Answer<"archive">>> {
  const wrong = rejectedCount("archive", targets.length);
  if (wrong) return ok(wrong);
  return changeResidency(deps, scope, number, {
    operation: "archive",
    targetCount: targets.length,
    judge: (session, policy) => judgeArchive(session, policy, { asker: askerOf(scope), targets, force }),
    message({ transitions }) {
      const kept = transitions.filter(({ to }) => to === "retained").length;
      const meaning = kept === 0 ? "" : ` ${kept} of them with kept meaning.`;
      return `Archived ${counted(transitions.length, "result")} from the next projection.${meaning}`;
    },
  });
}
