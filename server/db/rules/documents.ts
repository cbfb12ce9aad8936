import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "../memory/project-key";

type Reader = Database["prisma"] | TenantTx;

const DOCUMENT = {
  path: true,
  kind: true,
  version: true,
  tokens: true,
  createdAt: true,
  updatedAt: true,
  removedAt: true,
} as const;
const VERSION = { version: true, tokens: true, sha256: true, authorKind: true, author: true, createdAt: true } as const;

export type DocumentRecord = NonNullable<Awaited<ReturnType<typeof readDocument>>>;
export type DocumentVersionRecord = Awaited<ReturnType<typeof readDocumentVersions>>[number];

export async function readDocument(db: Reader, { teamId, projectId }: ProjectKey, path: string) {
  return db.projectDocument.findFirst({ where: { teamId, projectId, path }, select: DOCUMENT });
}

/** In the order of their paths, behind `after`. */
export async function listDocuments(
  db: Reader,
  { teamId, projectId }: ProjectKey,
  page: { readonly after: string | null; readonly limit: number; readonly isRemoved: boolean },
) {
  return db.projectDocument.findMany({
    where: {
      teamId,
      projectId,
      removedAt: page.isRemoved ? { not: null } : null,
      ...(page.after === null ? {} : { path: { gt: page.after } }),
    },
    select: DOCUMENT,
    orderBy: { path: "asc" },
    take: page.limit,
  });
}

/** Newest first, without their texts. */
export async function readDocumentVersions(db: Reader, { teamId, projectId }: ProjectKey, path: string, take: number) {
  return db.projectDocumentVersion.findMany({
    where: { teamId, projectId, path },
    select: VERSION,
    orderBy: { version: "desc" },
    take,
  });
}

export async function readDocumentText(db: Reader, { teamId, projectId }: ProjectKey, path: string, version: number) {
  return db.projectDocumentVersion.findFirst({
    where: { teamId, projectId, path, version },
    select: { text: true, sha256: true },
  });
}

export interface NewDocumentVersion {
  readonly path: string;
  readonly version: number;
  readonly text: SafeText;
  readonly sha256: string;
  readonly tokens: number;
  readonly authorKind: string;
  readonly author: string;
  readonly now: Date;
}

/** False when the path is there already. */
export async function insertDocument(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  document: { readonly path: string; readonly kind: string; readonly tokens: number; readonly now: Date },
): Promise<boolean> {
  const { path, kind, tokens, now } = document;
  const data = { teamId, projectId, path, kind, version: 1, tokens, createdAt: now, updatedAt: now };
  return (await tx.projectDocument.createMany({ data: [data], skipDuplicates: true })).count === 1;
}

/** The next version is the newest, and the document is there again; false when another one came first. */
export async function moveDocument(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  change: {
    readonly path: string;
    readonly fromVersion: number;
    readonly kind: string;
    readonly tokens: number;
    readonly now: Date;
  },
): Promise<boolean> {
  const { path, fromVersion, kind, tokens, now } = change;
  const { count } = await tx.projectDocument.updateMany({
    where: { teamId, projectId, path, version: fromVersion },
    data: { version: fromVersion + 1, kind, tokens, updatedAt: now, removedAt: null },
  });
  return count === 1;
}

export async function appendDocumentVersion(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  { now, ...version }: NewDocumentVersion,
): Promise<void> {
  await tx.projectDocumentVersion.create({
    data: { teamId, projectId, ...version, createdAt: now },
    select: { version: true },
  });
}

/** False when the document is not at that version, or is removed (or there) already. */
export async function setDocumentRemoved(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  change: { readonly path: string; readonly version: number; readonly removedAt: Date | null; readonly now: Date },
): Promise<boolean> {
  const { path, version, removedAt, now } = change;
  const { count } = await tx.projectDocument.updateMany({
    where: { teamId, projectId, path, version, removedAt: removedAt === null ? { not: null } : null },
    data: { removedAt, updatedAt: now },
  });
  return count === 1;
}
