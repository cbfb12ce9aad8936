import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { z } from "zod";
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

/** A refusal as an HTTP status and a sentence, for routes that answer with a file; null for any other error. */
export function refusalAnswer(error: unknown): { status: number; sentence: string } | null {
  if (!(error instanceof TRPCError)) return null;
  return { status: getHTTPStatusCodeFromError(error), sentence: sentenceOf(error) };
}

/** A zod message is a JSON dump; people get the first issue as a sentence that names the field. */
function sentenceOf(error: TRPCError): string {
  if (!(error.cause instanceof z.ZodError)) return error.message;
  const issue = error.cause.issues[0];
  return issue ? `${issue.path.join(".") || "input"}: ${issue.message}` : "The address cannot be read.";
}
