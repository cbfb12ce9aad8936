import type { HandoffNote } from "../../core/handoffs/note";
import type { SafeText } from "../../core/redact/safe-text";
import type { TenantTx } from "../client";
import type { ProjectKey } from "../memory/project-key";

export interface WrittenVersion {
  readonly number: number;
  readonly version: number;
  readonly title: SafeText;
  /** Strings passed the funnel. */
  readonly note: HandoffNote;
  readonly markdown: SafeText;
  readonly authorKind: "member" | "key" | "system";
  readonly author: SafeText;
  readonly now: Date;
}

/** A new note with its first version. */
export async function insertWrittenHandoff(tx: TenantTx, key: ProjectKey, first: WrittenVersion): Promise<void> {
  const { teamId, projectId } = key;
  const { number, version, title, now } = first;
  await tx.handoff.create({
    data: {
      teamId,
      projectId,
      number,
      version,
      title,
      sessionId: null,
      status: "open",
      addressedTo: "next-session",
      createdAt: now,
      updatedAt: now,
    },
    select: { number: true },
  });
  await insertVersion(tx, key, first);
}

/** False when the note has moved on to another version meanwhile. */
export async function appendWrittenVersion(tx: TenantTx, key: ProjectKey, next: WrittenVersion): Promise<boolean> {
  const { teamId, projectId } = key;
  const { number, version, title, now } = next;
  const { count } = await tx.handoff.updateMany({
    where: { teamId, projectId, number, version: version - 1 },
    data: { version, title, updatedAt: now },
  });
  if (count === 0) return false;
  await insertVersion(tx, key, next);
  return true;
}

async function insertVersion(tx: TenantTx, { teamId, projectId }: ProjectKey, written: WrittenVersion): Promise<void> {
  const { number, version, title, note, markdown, authorKind, author, now } = written;
  await tx.handoffVersion.create({
    data: { teamId, projectId, number, version, title, note, markdown, authorKind, author, createdAt: now },
    select: { version: true },
  });
}
