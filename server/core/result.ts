/**
 * The one error type of the product. Services answer a Result and never throw for what can be expected;
 * `server/api` maps a Fault to a tRPC error once. `message` says what happened, to what, and what to do.
 */
export type FaultCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "unsupported_version"
  | "too_many_requests"
  | "unavailable";

export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
  /** Path of the offending field, e.g. `events[3].kind`. */
  readonly field?: string;
  /** For `too_many_requests` and `unavailable`: when to try again. */
  readonly retryAfterSeconds?: number;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail<T = never>(
  code: FaultCode,
  message: string,
  extra: Pick<Fault, "field" | "retryAfterSeconds"> = {},
): Result<T> {
  return { ok: false, fault: { code, message, ...extra } };
}

/** Foreign and missing things answer alike, so that nobody can probe for another team's records. */
export function notFound<T = never>(what: string, name: string | number): Result<T> {
  return fail("not_found", `There is no ${what} ${name} here. Check the name, or ask for access.`);
}
