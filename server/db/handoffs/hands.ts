import type { Addressee } from "../../core/handoffs/inbox";
import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "../memory/project-key";

/** Who took a note and who is done with it. Each change is one conditional update: the first of two wins. */

const HANDS = {
  addressedTo: true,
  addresseeId: true,
  claimedBy: true,
  claimedAt: true,
  acknowledgedAt: true,
  acknowledgedBy: true,
} as const;

export type HandsRow = NonNullable<Awaited<ReturnType<typeof readHands>>>;

export async function readHands(db: Database["prisma"] | TenantTx, { teamId, projectId }: ProjectKey, number: number) {
  return db.handoff.findUnique({
    where: { teamId_projectId_number: { teamId, projectId, number } },
    select: HANDS,
  });
}

type Place = ProjectKey & { readonly number: number };

/** False when somebody has it, or it is done with. */
export async function setClaimed(tx: TenantTx, place: Place, by: string, now: Date): Promise<boolean> {
  const { teamId, projectId, number } = place;
  const { count } = await tx.handoff.updateMany({
    where: { teamId, projectId, number, claimedBy: null, acknowledgedAt: null },
    data: { claimedBy: by, claimedAt: now, status: "claimed" },
  });
  return count === 1;
}

/** False when the claim is not `of` that member any more. */
export async function clearClaimed(tx: TenantTx, place: Place, of: string): Promise<boolean> {
  const { teamId, projectId, number } = place;
  const { count } = await tx.handoff.updateMany({
    where: { teamId, projectId, number, claimedBy: of, acknowledgedAt: null },
    data: { claimedBy: null, claimedAt: null, status: "open" },
  });
  return count === 1;
}

/** False when it was acknowledged already. */
export async function setAcknowledged(tx: TenantTx, place: Place, by: string, now: Date): Promise<boolean> {
  const { teamId, projectId, number } = place;
  const { count } = await tx.handoff.updateMany({
    where: { teamId, projectId, number, acknowledgedAt: null },
    data: { acknowledgedBy: by, acknowledgedAt: now, status: "acknowledged" },
  });
  return count === 1;
}

/** Back to the one who claimed it, or to nobody. False when it was not acknowledged. */
export async function clearAcknowledged(tx: TenantTx, place: Place, status: "open" | "claimed"): Promise<boolean> {
  const { teamId, projectId, number } = place;
  const { count } = await tx.handoff.updateMany({
    where: { teamId, projectId, number, acknowledgedAt: { not: null } },
    data: { acknowledgedBy: null, acknowledgedAt: null, status },
  });
  return count === 1;
}

export async function setAddressee(
  tx: TenantTx,
  place: Place,
  to: { readonly addressedTo: Addressee; readonly addresseeId: string | null },
): Promise<void> {
  const { teamId, projectId, number } = place;
  await tx.handoff.updateMany({ where: { teamId, projectId, number }, data: to });
}

/** The name of a member who is still in the team. */
export async function findActiveMember(tx: TenantTx, teamId: string, id: string): Promise<{ name: string } | null> {
  return tx.member.findFirst({ where: { teamId, id, removedAt: null }, select: { name: true } });
}

export async function findMemberName(
  db: Database["prisma"] | TenantTx,
  teamId: string,
  id: string,
): Promise<string | null> {
  const member = await db.member.findUnique({ where: { teamId_id: { teamId, id } }, select: { name: true } });
  return member?.name ?? null;
}
