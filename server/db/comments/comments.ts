import type { CommentSubject } from "../../core/comments/views";
import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "../memory/project-key";

export interface SubjectKey extends ProjectKey {
  readonly kind: CommentSubject;
  readonly number: number;
}

/** Whether the record is there that a comment is about. */
export async function hasSubject(db: Database["prisma"] | TenantTx, subject: SubjectKey): Promise<boolean> {
  const { teamId, projectId, number, kind } = subject;
  const where = { teamId_projectId_number: { teamId, projectId, number } };
  const select = { number: true } as const;
  const find = {
    handoff: () => db.handoff.findUnique({ where, select }),
    decision: () => db.decision.findUnique({ where, select }),
    failure: () => db.failure.findUnique({ where, select }),
  };
  return (await find[kind]()) !== null;
}

export interface CommentRow {
  readonly id: string;
  readonly authorId: string;
  readonly author: string | null;
  readonly body: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
}

/** Oldest first, without deleted ones; keyset on the id, which is ordered by time. */
export async function listComments(
  db: Database,
  subject: SubjectKey,
  page: { readonly after: string | null; readonly limit: number },
): Promise<CommentRow[]> {
  const { rows } = await db.pool.query<CommentRow>(
    `SELECT c.id, c.author_id AS "authorId", m.name AS author, c.body, c.created_at AS "createdAt",
            c.edited_at AS "editedAt"
       FROM comment c
       LEFT JOIN member m ON m.team_id = c.team_id AND m.id = c.author_id
      WHERE c.team_id = $1 AND c.project_id = $2 AND c.subject_kind = $3 AND c.subject_number = $4
        AND c.deleted_at IS NULL AND ($5::uuid IS NULL OR c.id > $5::uuid)
      ORDER BY c.id LIMIT $6`,
    [subject.teamId, subject.projectId, subject.kind, subject.number, page.after, page.limit],
  );
  return rows;
}

export async function countComments(db: Database, subject: SubjectKey): Promise<number> {
  const { teamId, projectId, kind, number } = subject;
  return db.prisma.comment.count({
    where: { teamId, projectId, subjectKind: kind, subjectNumber: number, deletedAt: null },
  });
}

export interface NewComment {
  readonly id: string;
  readonly body: SafeText;
  readonly authorId: string;
  readonly createdAt: Date;
}

export async function insertComment(tx: TenantTx, subject: SubjectKey, comment: NewComment): Promise<void> {
  const { teamId, projectId, kind, number } = subject;
  await tx.comment.create({
    data: { teamId, projectId, subjectKind: kind, subjectNumber: number, ...comment },
    select: { id: true },
  });
}

type Own = ProjectKey & { readonly id: string; readonly authorId: string };

/** False when the comment is not there, deleted, or somebody else's. */
export async function setBody(tx: TenantTx, own: Own, body: SafeText, editedAt: Date): Promise<boolean> {
  const { teamId, projectId, id, authorId } = own;
  const { count } = await tx.comment.updateMany({
    where: { teamId, projectId, id, authorId, deletedAt: null },
    data: { body, editedAt },
  });
  return count === 1;
}

/** Null undoes it. False when the comment is not there or somebody else's. */
export async function setDeleted(tx: TenantTx, own: Own, deletedAt: Date | null): Promise<boolean> {
  const { teamId, projectId, id, authorId } = own;
  const { count } = await tx.comment.updateMany({ where: { teamId, projectId, id, authorId }, data: { deletedAt } });
  return count === 1;
}
