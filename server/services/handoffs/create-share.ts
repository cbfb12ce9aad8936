import type { z } from "zod";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { NewShareLink } from "../../core/handoffs/views";
import { notFound, ok, type Result } from "../../core/result";
import { readHands } from "../../db/handoffs/hands";
import { insertShare } from "../../db/handoffs/shares";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { memberOf } from "./member";
import { newShareToken } from "./share-token";

const DAY_MS = 86_400_000;
export const MAX_SHARE_DAYS = 90;

/** Makes a link that opens the note without signing in, until it expires or is revoked. */
export async function createShare(
  deps: Deps,
  scope: ProjectScope,
  { number, days }: { readonly number: number; readonly days: number },
): Promise<Result<z.infer<typeof NewShareLink>>> {
  const member = memberOf(scope);
  if (!member.ok) return member;
  const ref = recordRef("handoff", number);
  return deps.db.withTenant(scope, async (tx) => {
    if (!(await readHands(tx, scope, number))) return notFound("handoff", ref);
    const { token, hash } = newShareToken();
    const id = deps.ids.next();
    const createdAt = deps.clock.now();
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
    await insertShare(tx, scope, {
      id,
      handoffNumber: number,
      tokenHash: hash,
      createdBy: member.value,
      createdAt,
      expiresAt,
    });
    const detail = { link: [id], days };
    await recordAudit(deps, tx, scope, { action: "handoff.shared", subject: ref, projectId: scope.projectId, detail });
    return ok({ id, token, expiresAt: expiresAt.toISOString() });
  });
}
