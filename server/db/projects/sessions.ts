import type { TenantTx } from "../client";
import type { ProjectKey } from "./deletion";

export async function findSessionByNumber(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  number: number,
): Promise<{ id: string; title: string | null } | null> {
  return tx.session.findUnique({
    where: { teamId_projectId_number: { teamId, projectId, number } },
    select: { id: true, title: true },
  });
}
