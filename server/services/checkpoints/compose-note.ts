import type { ProjectScope } from "@/server/core/access/scope";
import { findDrafts } from "@/server/core/decisions/find-drafts";
import { recordRef } from "@/server/core/decisions/record-ref";
import { groupFailures } from "@/server/core/failures/group-failures";
import { type ComposeFacts, composeHandoff } from "@/server/core/handoffs/compose";
import type { HandoffNote } from "@/server/core/handoffs/note";
import type { SessionInput } from "@/server/core/prune/model";
import type { CheckpointSessionRow, RecordedRow } from "@/server/db/checkpoints/session-records";

/**
 * The facts of a session as its handoff note tells them, from the events as they are now. Decisions and failures that the
 * analysis has recorded carry their numbers; what it has not seen yet stands without.
 */
export function composeNote(session: SessionInput, known: KnownFacts): HandoffNote | null {
  return composeHandoff(session, factsOf(session, known));
}

export interface KnownFacts {
  readonly number: number;
  readonly row: CheckpointSessionRow;
  readonly recorded: readonly RecordedRow[];
  readonly scope: Pick<ProjectScope, "timeZone">;
}

export function factsOf(session: SessionInput, { number, row, recorded, scope }: KnownFacts): ComposeFacts {
  const find = (kind: RecordedRow["kind"], key: string) => recorded.find((one) => one.kind === kind && one.key === key);
  return {
    number,
    startedAtMs: row.startedAt.getTime(),
    timeZone: scope.timeZone,
    cwd: row.cwd,
    branch: row.branch,
    decisions: findDrafts(session, row.nativeId).flatMap((draft) => {
      const known = find("decision", draft.sourceKey);
      if (known?.status === "rejected") return [];
      return [{ draft, ref: known ? recordRef("decision", known.number) : null }];
    }),
    failures: groupFailures(session).map((failure) => {
      const known = find("failure", failure.fingerprint);
      return { failure, ref: known ? recordRef("failure", known.number) : null };
    }),
  };
}
