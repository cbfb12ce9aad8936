import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { commandTitle } from "../../core/failures/command-title";
import type { FailureInput } from "../../core/failures/failure-input";
import { fingerprintText } from "../../core/failures/fingerprint-text";
import { errorSignature } from "../../core/failures/signature";
import { subjectOfCommand } from "../../core/failures/subject";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { findFailureByFingerprint, insertFailureByHand } from "../../db/memory/failure-record";
import { takeNumber } from "../../db/memory/numbers";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "./author";
import { changeFailure, failureContentOf } from "./failure-change";
import { failureStatusOf } from "./failure-status";
import { safeJson } from "./safe-json";
import { allOrNothing, type Changed } from "./versioned";

export interface RecordFailure {
  readonly failure: FailureInput;
  readonly status: "active" | "resolved";
}

const MAX_SUBJECT_CHARACTERS = 300;

/**
 * Records a failure by hand, with the next number. Its fingerprint is made as for failures of sessions, so that the
 * same command with the same cause joins it later; one that is known already is a conflict that names it.
 */
export async function recordFailure(
  deps: Deps,
  scope: ProjectScope,
  { failure, status }: RecordFailure,
): Promise<Result<Changed>> {
  const content = { ...failureContentOf(safeJson(failure)) };
  const fingerprint = safeText(fingerprintOf(failure));
  return allOrNothing(deps, scope, async (tx) => {
    const number = await takeNumber(tx, scope, "failure");
    const known = await findFailureByFingerprint(tx, scope, fingerprint);
    if (known !== null) {
      const message = `${recordRef("failure", known)} has the same command and cause. Add to it instead.`;
      return fail("conflict", message, { field: "failure.description" });
    }
    const author = authorOf(scope.actor);
    const first = { number, version: 1, status, content, sessionId: null, now: deps.clock.now(), ...author };
    await insertFailureByHand(tx, scope, first, fingerprint);
    const subject = recordRef("failure", number);
    const detail = { version: 1, title: safeText(content.title) };
    await recordAudit(deps, tx, scope, { action: "failure.recorded", subject, projectId: scope.projectId, detail });
    return ok({ number, version: 1, status });
  });
}

/** Types whose approach is a command; that of another one is told in words. */
const COMMAND_TYPES: ReadonlySet<string> = new Set(["test_failure", "build_failure", "command_failure"]);

/** As for a command of a session; without an approach or an error the title stands for it. */
function fingerprintOf({ title, type, approach, description }: FailureInput): string {
  const tried = approach.trim() || title;
  const subject = COMMAND_TYPES.has(type) ? subjectOfCommand(tried) : commandTitle(tried, MAX_SUBJECT_CHARACTERS);
  return fingerprintText(subject, errorSignature(description.trim() || title, null).signature);
}

export interface EditFailure {
  readonly number: number;
  readonly expectedVersion: number;
  readonly failure: FailureInput;
}

/** Writes a failure anew: a new version of the same status, or a conflict when somebody was faster. */
export async function editFailure(deps: Deps, scope: ProjectScope, input: EditFailure): Promise<Result<Changed>> {
  return changeFailure(deps, scope, input, (latest) =>
    ok({
      status: failureStatusOf(latest.status),
      content: failureContentOf(safeJson(input.failure)),
      action: "failure.edited",
    }),
  );
}
