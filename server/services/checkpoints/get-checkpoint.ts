import type { ProjectScope } from "@/server/core/access/scope";
import { checkpointName } from "@/server/core/checkpoints/name";
import type { CheckpointView } from "@/server/core/checkpoints/views";
import { notFound, ok, type Result } from "@/server/core/result";
import { readCheckpoint } from "@/server/db/checkpoints/checkpoints";
import type { Deps } from "../deps";
import { toCheckpointView } from "./checkpoint-views";

/** A saved state with its text; `number` is the session's, `checkpoint` its own. */
export async function getCheckpoint(
  deps: Deps,
  scope: ProjectScope,
  { number, checkpoint }: { readonly number: number; readonly checkpoint: number },
): Promise<Result<CheckpointView>> {
  const record = await readCheckpoint(deps.db.pool, scope, { session: number, number: checkpoint });
  if (!record) return notFound("checkpoint", checkpointName(number, checkpoint));
  return ok(toCheckpointView(record, { timeZone: scope.timeZone, asOf: deps.clock.now() }));
}
