import { checkpointName } from "@/server/core/checkpoints/name";
import { CheckpointState } from "@/server/core/checkpoints/state";
import type { CheckpointRow, CheckpointView, ResumedCheckpointView } from "@/server/core/checkpoints/views";
import type { CheckpointHeadRow, CheckpointRecordRow } from "@/server/db/checkpoints/checkpoints";

export function toCheckpointRow(row: CheckpointHeadRow): CheckpointRow {
  const { id: _, actorKind, actor, createdAt, resumedAt, resumedBy, ...columns } = row;
  return {
    ...columns,
    name: checkpointName(row.session, row.number),
    author: { kind: actorKind, name: actor },
    createdAt: createdAt.toISOString(),
    resumed: resumedView({ resumedAt, resumedBy }),
  };
}

export function resumedView({
  resumedAt,
  resumedBy,
}: Pick<CheckpointHeadRow, "resumedAt" | "resumedBy">): ResumedCheckpointView["resumedBefore"] {
  return resumedAt === null ? null : { by: resumedBy ?? "", at: resumedAt.toISOString() };
}

export function toCheckpointView(
  { state, text, ...head }: CheckpointRecordRow,
  { timeZone, asOf }: { readonly timeZone: string; readonly asOf: Date },
): CheckpointView {
  return {
    ...toCheckpointRow(head),
    timeZone,
    asOf: asOf.toISOString(),
    text,
    state: CheckpointState.safeParse(state).data ?? null,
  };
}
