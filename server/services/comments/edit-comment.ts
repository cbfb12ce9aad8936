import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import { setBody } from "../../db/comments/comments";
import type { Deps } from "../deps";
import { spoken } from "./comment-text";

/** Changes one's own comment; readers see that it was edited. */
export async function editComment(
  deps: Deps,
  scope: ProjectScope,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<Result<{ id: string }>> {
  const said = spoken(scope, body);
  if (!said.ok) return said;
  const own = { teamId: scope.teamId, projectId: scope.projectId, id, authorId: said.value.authorId };
  const now = deps.clock.now();
  const isEdited = await deps.db.withTenant(scope, (tx) => setBody(tx, own, said.value.body, now));
  return isEdited ? ok({ id }) : notFound("comment of yours", id);
}
