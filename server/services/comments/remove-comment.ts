import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import { setDeleted } from "../../db/comments/comments";
import type { Deps } from "../deps";
import { speaker } from "./comment-text";

/** Takes one's own comment away, or brings it back. */
export async function removeComment(
  deps: Deps,
  scope: ProjectScope,
  { id, restore }: { readonly id: string; readonly restore: boolean },
): Promise<Result<{ id: string }>> {
  const author = speaker(scope);
  if (!author.ok) return author;
  const own = { teamId: scope.teamId, projectId: scope.projectId, id, authorId: author.value };
  const deletedAt = restore ? null : deps.clock.now();
  const isDone = await deps.db.withTenant(scope, (tx) => setDeleted(tx, own, deletedAt));
  return isDone ? ok({ id }) : notFound("comment of yours", id);
}
