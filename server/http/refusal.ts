import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";

type Code =
  | "BAD_REQUEST"
  | "FORBIDDEN"
  | "METHOD_NOT_SUPPORTED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "TOO_MANY_REQUESTS"
  | "SERVICE_UNAVAILABLE";

const STATUS: Readonly<Record<Code, number>> = {
  BAD_REQUEST: 400,
  FORBIDDEN: 403,
  METHOD_NOT_SUPPORTED: 405,
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
export function refusalResponse({ code, message, extra }: Refusal): Response {
  const httpStatus = STATUS[code];
  const { field = null, retryAfterSeconds = null } = extra;
  const error = { message, code: TRPC_ERROR_CODES_BY_KEY[code], data: { code, httpStatus, field, retryAfterSeconds } };
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (retryAfterSeconds !== null) headers["retry-after"] = String(retryAfterSeconds);
  return Response.json({ error }, { status: httpStatus, headers });
}
