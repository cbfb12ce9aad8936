import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { notFound, ok, type Result } from "../../core/result";
import { setShareRevoked } from "../../db/handoffs/shares";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";

/** Ends a link for good and at once; revoking it again changes nothing. */
export async function revokeShare(
  deps: Deps,
  scope: ProjectScope,
  { number, id }: { readonly number: number; readonly id: string },
): Promise<Result<{ id: string }>> {
  const ref = recordRef("handoff", number);
  return deps.db.withTenant(scope, async (tx) => {
    const revoked = await setShareRevoked(tx, scope, { id, handoffNumber: number, now: deps.clock.now() });
    if (!revoked) return notFound("share link", id);
    if (revoked.wasActive) {
      const detail = { link: [id] };
      const { projectId } = scope;
      await recordAudit(deps, tx, scope, { action: "handoff.share-revoked", subject: ref, projectId, detail });
    }
    return ok({ id });
  });
}
