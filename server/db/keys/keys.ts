import type { KeyScope } from "../../core/access/rights";
import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantTx } from "../client";

type Reader = Database["prisma"];

export interface NewKey {
  id: string;
  memberId: string;
  name: SafeText;
  prefix: string;
  keyHash: Uint8Array<ArrayBuffer>;
  scopes: KeyScope[];
  projectIds: string[];
  createdAt: Date;
  expiresAt: Date | null;
}

/** The key and the look-up that finds its team by hash. */
export async function insertKey(tx: TenantTx, teamId: string, key: NewKey): Promise<void> {
  await tx.apiKey.create({ data: { teamId, ...key }, select: { id: true } });
  await tx.lookupApiKey.create({ data: { keyHash: key.keyHash, teamId, keyId: key.id }, select: { keyId: true } });
}

export interface KeyListRow {
  id: string;
  memberId: string;
  name: string;
  prefix: string;
  scopes: string[];
  projectIds: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  member: { name: string };
}

/** Newest first; `memberId` narrows to one person's keys. */
export async function listKeys(db: Reader, teamId: string, memberId: string | null): Promise<KeyListRow[]> {
  return db.apiKey.findMany({
    where: { teamId, ...(memberId ? { memberId } : {}) },
    select: {
      id: true,
      memberId: true,
      name: true,
      prefix: true,
      scopes: true,
      projectIds: true,
      createdAt: true,
      expiresAt: true,
      revokedAt: true,
      lastUsedAt: true,
      member: { select: { name: true } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

export async function findKey(
  tx: TenantTx,
  teamId: string,
  keyId: string,
): Promise<{ memberId: string; prefix: string; name: string; revokedAt: Date | null } | null> {
  return tx.apiKey.findUnique({
    where: { teamId_id: { teamId, id: keyId } },
    select: { memberId: true, prefix: true, name: true, revokedAt: true },
  });
}

/** The look-up row stays, so that the answer can say when the key was revoked. */
export async function setKeyRevoked(tx: TenantTx, teamId: string, keyId: string, revokedAt: Date): Promise<boolean> {
  const { count } = await tx.apiKey.updateMany({ where: { teamId, id: keyId, revokedAt: null }, data: { revokedAt } });
  return count === 1;
}

/** Takes a revocation back; false when it was longer ago than `since`, or the key is not revoked. */
export async function setKeyRestored(tx: TenantTx, teamId: string, keyId: string, since: Date): Promise<boolean> {
  const { count } = await tx.apiKey.updateMany({
    where: { teamId, id: keyId, revokedAt: { gte: since } },
    data: { revokedAt: null },
  });
  return count === 1;
}

/** Ends all keys of a member that still count; answers how many. */
export async function revokeKeysOfMember(tx: TenantTx, teamId: string, memberId: string, at: Date): Promise<number> {
  const { count } = await tx.apiKey.updateMany({
    where: { teamId, memberId, revokedAt: null },
    data: { revokedAt: at },
  });
  return count;
}

/** The other way round: only the keys that ended at exactly this instant, with their member. */
export async function restoreKeysOfMember(tx: TenantTx, teamId: string, memberId: string, at: Date): Promise<number> {
  const { count } = await tx.apiKey.updateMany({
    where: { teamId, memberId, revokedAt: at },
    data: { revokedAt: null },
  });
  return count;
}
