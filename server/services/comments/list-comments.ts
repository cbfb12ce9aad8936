import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import type { CommentList, CommentSubject } from "../../core/comments/views";
import { recordRef } from "../../core/decisions/record-ref";
import { notFound, ok, type Result } from "../../core/result";
import { countComments, hasSubject, listComments as readComments } from "../../db/comments/comments";
import type { Deps } from "../deps";

export interface Subject {
  readonly kind: CommentSubject;
  readonly number: number;
}

/** One page of what was said about a record, oldest first. */
export async function listComments(
  deps: Deps,
  scope: ProjectScope,
  input: Subject & { readonly cursor: string | null; readonly limit: number },
): Promise<Result<CommentList>> {
  const { kind, number, cursor, limit } = input;
  const subject = { teamId: scope.teamId, projectId: scope.projectId, kind, number };
  if (!(await hasSubject(deps.db.prisma, subject))) return notFound(kind, recordRef(kind, number));
  const [found, count] = await Promise.all([
    readComments(deps.db, subject, { after: cursor, limit: limit + 1 }),
    countComments(deps.db, subject),
  ]);
  const page = found.slice(0, limit);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    rows: page.map(({ authorId, author, createdAt, editedAt, ...row }) => ({
      ...row,
      author: author ?? "a former member",
      createdAt: createdAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
      isYours: authorId === scope.actor.memberId,
    })),
    count,
    mayComment: scope.actor.kind === "member" && can({ role: scope.role, keyScopes: null }, "comment:write"),
    nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  });
}
