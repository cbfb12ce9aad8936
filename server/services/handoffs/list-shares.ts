import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { ShareLinkView } from "../../core/handoffs/views";
import { notFound, ok, type Result } from "../../core/result";
import { readHands } from "../../db/handoffs/hands";
import { listShares as readShares, type ShareRow } from "../../db/handoffs/shares";
import type { Deps } from "../deps";

/** The links of a note, newest first, with how often each was opened. */
export async function listShares(deps: Deps, scope: ProjectScope, number: number): Promise<Result<ShareLinkView[]>> {
  if (!(await readHands(deps.db.prisma, scope, number))) return notFound("handoff", recordRef("handoff", number));
  const now = deps.clock.now();
  return ok((await readShares(deps.db, scope, number)).map((row) => toView(row, now)));
}

function toView({ createdAt, expiresAt, revokedAt, lastViewedAt, ...row }: ShareRow, now: Date): ShareLinkView {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    lastViewedAt: lastViewedAt?.toISOString() ?? null,
    state: revokedAt !== null ? "revoked" : expiresAt <= now ? "expired" : "active",
  };
}
