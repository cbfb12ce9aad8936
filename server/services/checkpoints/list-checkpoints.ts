import type { ProjectScope } from "@/server/core/access/scope";
import type { CheckpointListView } from "@/server/core/checkpoints/views";
import { fail, ok, type Result } from "@/server/core/result";
import { listCheckpoints as readList } from "@/server/db/checkpoints/checkpoints";
import type { Deps } from "../deps";
import { toCheckpointRow } from "./checkpoint-views";

export interface ListCheckpoints {
  /** Number of the session; null is all of the project. */
  readonly number: number | null;
  readonly cursor: string | null;
  readonly limit: number;
}

/** One page of saved states, the newest first. A session without any, or one that does not exist, has an empty list. */
export async function listCheckpoints(
  deps: Deps,
  scope: ProjectScope,
  input: ListCheckpoints,
): Promise<Result<CheckpointListView>> {
  const after = readCursor(input.cursor);
  if (!after.ok) return after;
  const query = { session: input.number, after: after.value, limit: input.limit + 1 };
  const found = await readList(deps.db, scope, query);
  const page = found.slice(0, input.limit);
  const last = page.at(-1);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    rows: page.map(toCheckpointRow),
    nextCursor: last && found.length > input.limit ? `${last.createdAt.toISOString()}~${last.id}` : null,
  });
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readCursor(text: string | null): Result<{ at: Date; id: string } | null> {
  if (text === null) return ok(null);
  const [time = "", id = ""] = text.split("~");
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || !UUID.test(id)) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  return ok({ at, id });
}
