import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { decide, statusOf } from "../../core/decisions/transitions";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { appendDecisionVersion, moveDecision, readDecisionVersions } from "../../db/memory/decision-record";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "./author";

export interface ReviewDecision {
  readonly number: number;
  /** The version that the person saw. */
  readonly expectedVersion: number;
  readonly to: "accepted" | "rejected";
  /** Why; it becomes the reasoning when the record has none, and is added to it otherwise. */
  readonly note: string;
}

/** Accepts or rejects a draft or a proposal: a new version, or a conflict when somebody was faster. */
export async function reviewDecision(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion, to, note }: ReviewDecision,
): Promise<Result<{ number: number; version: number; status: string }>> {
  const ref = recordRef("decision", number);
  return deps.db.withTenant(scope, async (tx) => {
    const [latest] = await readDecisionVersions(tx, scope, number);
    if (!latest) return notFound("decision", ref);
    if (latest.version !== expectedVersion) return outdated(ref, latest.version);
    const status = decide(ref, statusOf(latest.status), to);
    if (!status.ok) return status;

    const now = deps.clock.now();
    const moved = await moveDecision(tx, scope, { number, fromVersion: expectedVersion, status: status.value, now });
    if (!moved) return outdated(ref, expectedVersion + 1);
    const reasoning = safeText([latest.reasoning, note].filter((text) => text.trim() !== "").join("\n\n"));
    await appendDecisionVersion(tx, scope, {
      number,
      from: latest,
      status: status.value,
      reasoning,
      ...authorOf(scope.actor),
      now,
    });
    const detail = { version: expectedVersion + 1, title: safeText(latest.title) };
    await recordAudit(deps, tx, scope, { action: `decision.${to}`, subject: ref, projectId: scope.projectId, detail });
    return ok({ number, version: expectedVersion + 1, status: status.value });
  });
}

function outdated<T>(ref: string, version: number): Result<T> {
  const message = `${ref} changed meanwhile: it is at version ${version} now. Read it again, then decide.`;
  return fail("conflict", message, { field: "expectedVersion" });
}
