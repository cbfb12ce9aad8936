import { type Fault, fail, type Result } from "../../core/result";
import type { TenantTx } from "../../db/client";
import type { Deps } from "../deps";

/** Somebody was faster; nothing was written, and what the person wrote is still on their page. */
export function outdated<T>(ref: string, version: number): Result<T> {
  const message = `${ref} changed meanwhile: it is at version ${version} now. Read it again, then decide.`;
  return fail("conflict", message, { field: "expectedVersion" });
}

/** What a change of a record answers: the version that it made. */
export interface Changed {
  readonly number: number;
  readonly version: number;
  readonly status: string;
}

/** Carries a refusal out of a transaction, so that what was written before it is rolled back. */
class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** All of it or nothing: a refusal after some writes leaves none of them behind. */
export async function allOrNothing<T>(
  deps: Deps,
  scope: { readonly teamId: string },
  work: (tx: TenantTx) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await deps.db.withTenant(scope, async (tx) => {
      const result = await work(tx);
      if (!result.ok) throw new Refused(result.fault);
      return result;
    });
  } catch (error) {
    if (error instanceof Refused) return { ok: false, fault: error.fault };
    throw error;
  }
}
