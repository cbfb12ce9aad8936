import { TRPCError } from "@trpc/server";
import type { Fault, FaultCode, Result } from "../core/result";

type TrpcCode = ConstructorParameters<typeof TRPCError>[0]["code"];

const TRPC_CODE: Readonly<Record<FaultCode, TrpcCode>> = {
  bad_request: "BAD_REQUEST",
  unauthorized: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  conflict: "CONFLICT",
  too_large: "PAYLOAD_TOO_LARGE",
  unsupported_version: "PRECONDITION_FAILED",
  too_many_requests: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
};

/** A Fault on its way through tRPC; the error formatter shows its field and remedy. */
export class FaultError extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.name = "FaultError";
    this.fault = fault;
  }
}

export function toTrpcError(fault: Fault): TRPCError {
  return new TRPCError({ code: TRPC_CODE[fault.code], message: fault.message, cause: new FaultError(fault) });
}

/** The only bridge from a use case's answer to the wire. */
export async function unwrap<T>(result: Promise<Result<T>> | Result<T>): Promise<T> {
  const settled = await result;
  if (settled.ok) return settled.value;
  throw toTrpcError(settled.fault);
}

/** The code of a refusal, for pages and routes that answer it in their own way; null for any other error. */
export function refusalCode(error: unknown): TrpcCode | null {
  return error instanceof TRPCError ? error.code : null;
}
