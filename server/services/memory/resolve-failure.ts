import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import type { Deps } from "../deps";
import { changeFailure, failureContentOf } from "./failure-change";
import type { Changed } from "./versioned";

export interface ResolveFailure {
  readonly number: number;
  /** The version that the person saw. */
  readonly expectedVersion: number;
  /** Why it failed, and what put it right; an empty one leaves what the record says. */
  readonly rootCause: string;
  readonly fix: string;
}

/** Marks a failure as resolved. It opens again by itself when it occurs later than now. */
export async function resolveFailure(deps: Deps, scope: ProjectScope, input: ResolveFailure): Promise<Result<Changed>> {
  return changeFailure(deps, scope, input, (latest) => {
    const ref = recordRef("failure", input.number);
    if (latest.status === "resolved") return fail("conflict", `${ref} is resolved already.`, { field: "number" });
    const rootCause = safeText(input.rootCause.trim() || latest.rootCause);
    const fix = safeText(input.fix.trim() || latest.fix);
    const content = { ...failureContentOf(latest), rootCause, fix };
    return ok({ status: "resolved", content, action: "failure.resolved" });
  });
}

/** It is not put right after all: the failure counts as open again, and says what it said. */
export async function reopenFailure(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number; readonly expectedVersion: number },
): Promise<Result<Changed>> {
  return changeFailure(deps, scope, input, (latest) => {
    const ref = recordRef("failure", input.number);
    if (latest.status === "active") return fail("conflict", `${ref} is open already.`, { field: "number" });
    return ok({ status: "active", content: failureContentOf(latest), action: "failure.reopened" });
  });
}
