import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";

type Code =
  | "BAD_REQUEST"
  | "FORBIDDEN"
  | "METHOD_NOT_SUPPORTED"
  | "PRECONDITION_FAILED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "TOO_MANY_REQUESTS"
  | "SERVICE_UNAVAILABLE";

const STATUS: Readonly<Record<Code, number>> = {
  BAD_REQUEST: 400,
  FORBIDDEN: 403,
  METHOD_NOT_SUPPORTED: 405,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** A request that is turned away before any procedure sees it. */
export class Refusal extends Error {
  constructor(
    readonly code: Code,
    /** What happened, to what, and what to do. */
    message: string,
    readonly extra: { readonly field?: string; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** In the form of a tRPC error, so that clients read it like any other answer. */
export function refusalResponse(refusal: Refusal): Response {
  const { code, message, extra } = refusal;
  const { field = null, retryAfterSeconds = null } = extra;
  const init = refusalInit(refusal);
  const data = { code, httpStatus: init.status, field, retryAfterSeconds };
  return Response.json({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data } }, init);
}

/** Status and headers of a refusal, whatever the form of its body. */
export function refusalInit({ code, extra: { retryAfterSeconds } }: Refusal) {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return { status: STATUS[code], headers };
}
