import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { notFound, ok, type Result } from "../../core/result";
import { hasSubject, insertComment } from "../../db/comments/comments";
import type { Deps } from "../deps";
import { spoken } from "./comment-text";
import type { Subject } from "./list-comments";

/** Says something about a record. */
export async function addComment(
  deps: Deps,
  scope: ProjectScope,
  { kind, number, body }: Subject & { readonly body: string },
): Promise<Result<{ id: string }>> {
  const said = spoken(scope, body);
  if (!said.ok) return said;
  const subject = { teamId: scope.teamId, projectId: scope.projectId, kind, number };
  return deps.db.withTenant(scope, async (tx) => {
    if (!(await hasSubject(tx, subject))) return notFound(kind, recordRef(kind, number));
    const id = deps.ids.next();
    await insertComment(tx, subject, { id, ...said.value, createdAt: deps.clock.now() });
    return ok({ id });
  });
}
