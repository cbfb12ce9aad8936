import type { ProjectScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { notFound, ok, type Result } from "../../core/result";
import { enqueueTask } from "../../db/projects/jobs";
import { findSessionByNumber } from "../../db/projects/sessions";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";

/**
 * Deletes one session for good, with everything that was uploaded or found of it. A job does it within moments and
 * takes its share out of all figures first. Decisions, failures and handoffs that came from it stay.
 */
export async function removeSession(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: ProjectScope,
  input: { number: number },
): Promise<Result<{ number: number }>> {
  const { teamId, projectId } = scope;
  const { number } = input;
  return deps.db.withTenant(scope, async (tx): Promise<Result<{ number: number }>> => {
    const session = await findSessionByNumber(tx, scope, number);
    if (!session) return notFound("session", number);
    await recordAudit(deps, tx, scope, {
      action: "session.removed",
      subject: session.id,
      projectId,
      detail: { number, ...(session.title ? { title: safeText(session.title) } : {}) },
    });
    await enqueueTask(tx, "delete-session", { teamId, sessionId: session.id }, `delete-session:${session.id}`);
    return ok({ number });
  });
}
