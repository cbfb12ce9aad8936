import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { appendFailureVersion, moveFailure, readFailureVersions } from "../../db/memory/failure-record";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "./author";

export interface ResolveFailure {
  readonly number: number;
  /** The version that the person saw. */
  readonly expectedVersion: number;
  /** What put it right; kept as the fix. */
  readonly fix: string;
}

/** Marks a failure as resolved. It opens again by itself when it occurs later than now. */
export async function resolveFailure(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion, fix }: ResolveFailure,
): Promise<Result<{ number: number; version: number; status: string }>> {
  const ref = recordRef("failure", number);
  return deps.db.withTenant(scope, async (tx) => {
    const [latest] = await readFailureVersions(tx, scope, number);
    if (!latest) return notFound("failure", ref);
    if (latest.version !== expectedVersion) return outdated(ref, latest.version);
    if (latest.status === "resolved") return fail("conflict", `${ref} is resolved already.`, { field: "number" });

    const now = deps.clock.now();
    const moved = await moveFailure(tx, scope, { number, fromVersion: expectedVersion, status: "resolved", now });
    if (!moved) return outdated(ref, expectedVersion + 1);
    const version = { number, from: latest, status: "resolved", fix: safeText(fix.trim() || latest.fix), now };
    await appendFailureVersion(tx, scope, { ...version, ...authorOf(scope.actor) });
    const detail = { version: expectedVersion + 1, title: safeText(latest.title) };
    await recordAudit(deps, tx, scope, {
      action: "failure.resolved",
      subject: ref,
      projectId: scope.projectId,
      detail,
    });
    return ok({ number, version: expectedVersion + 1, status: "resolved" });
  });
}

function outdated<T>(ref: string, version: number): Result<T> {
  const message = `${ref} changed meanwhile: it is at version ${version} now. Read it again, then decide.`;
  return fail("conflict", message, { field: "expectedVersion" });
}
