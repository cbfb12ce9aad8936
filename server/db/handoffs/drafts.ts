import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "../memory/project-key";

type Place = ProjectKey & { readonly number: number; readonly memberId: string };

export interface StoredDraft {
  readonly title: SafeText;
  readonly markdown: SafeText;
  readonly baseVersion: number;
  readonly updatedAt: Date;
}

export async function readDraft(db: Database["prisma"] | TenantTx, { teamId, projectId, number, memberId }: Place) {
  return db.handoffDraft.findUnique({
    where: { teamId_projectId_number_memberId: { teamId, projectId, number, memberId } },
    select: { title: true, markdown: true, baseVersion: true, updatedAt: true },
  });
}

/** One draft a person and note; the last save stands. */
export async function upsertDraft(tx: TenantTx, place: Place, draft: StoredDraft): Promise<void> {
  const { teamId, projectId, number, memberId } = place;
  await tx.handoffDraft.upsert({
    where: { teamId_projectId_number_memberId: { teamId, projectId, number, memberId } },
    create: { teamId, projectId, number, memberId, ...draft },
    update: draft,
    select: { baseVersion: true },
  });
}

/** False when there was none. */
export async function deleteDraft(tx: TenantTx, { teamId, projectId, number, memberId }: Place): Promise<boolean> {
  const { count } = await tx.handoffDraft.deleteMany({ where: { teamId, projectId, number, memberId } });
  return count > 0;
}
