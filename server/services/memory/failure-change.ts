import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { FailureStatus } from "../../core/failures/next-status";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import {
  appendFailureVersion,
  type FailureContent,
  type FailureVersionRow,
  moveFailure,
  readFailure,
  readFailureVersions,
} from "../../db/memory/failure-record";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "./author";
import { allOrNothing, type Changed, outdated } from "./versioned";

export interface NextFailure {
  readonly status: FailureStatus;
  readonly content: FailureContent;
  /** What the audit calls it: `failure.resolved`. */
  readonly action: string;
}

/**
 * Appends a version to a failure: `next` sees the newest version, and the one before it, and says what follows. A
 * conflict when somebody was faster.
 */
export async function changeFailure(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion }: { readonly number: number; readonly expectedVersion: number },
  next: (latest: FailureVersionRow, before: FailureVersionRow | undefined) => Result<NextFailure>,
): Promise<Result<Changed>> {
  const ref = recordRef("failure", number);
  return allOrNothing(deps, scope, async (tx) => {
    const record = await readFailure(tx, scope, number);
    const [latest, before] = await readFailureVersions(tx, scope, number, 2);
    if (!record || !latest) return notFound("failure", ref);
    if (record.mergedInto !== null) return wasMerged(number, record.mergedInto);
    if (latest.version !== expectedVersion) return outdated(ref, latest.version);
    const decided = next(latest, before);
    if (!decided.ok) return decided;

    const { status, content, action } = decided.value;
    const now = deps.clock.now();
    const version = expectedVersion + 1;
    const { title } = content;
    const moved = await moveFailure(tx, scope, { number, fromVersion: expectedVersion, status, title, now });
    if (!moved) return outdated(ref, version);
    const { sessionId } = latest;
    await appendFailureVersion(tx, scope, {
      number,
      version,
      status,
      content,
      sessionId,
      now,
      ...authorOf(scope.actor),
    });
    const detail = { version, title: safeText(title) };
    await recordAudit(deps, tx, scope, { action, subject: ref, projectId: scope.projectId, detail });
    return ok({ number, version, status });
  });
}

/** Nothing is written into a failure that another one stands for. */
export function wasMerged<T>(number: number, into: number): Result<T> {
  const target = recordRef("failure", into);
  return fail("conflict", `${recordRef("failure", number)} was merged into ${target}. Change ${target} instead.`, {
    field: "number",
  });
}

/** What a version says, without who wrote it when. */
export function failureContentOf(row: FailureContent): FailureContent {
  const { title, type, description, approach, rootCause, fix, affectedPaths, tags, evidence } = row;
  return { title, type, description, approach, rootCause, fix, affectedPaths, tags, evidence };
}
