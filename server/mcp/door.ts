import { createMcpHandler, isJsonContentType, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { RETRY_WHEN_AWAY_SECONDS, reportUnexpected } from "../api/unexpected";
import { MAX_GZIP_RATIO } from "../core/events/limits";
import { safeText } from "../core/redact/safe-text";
import { principalOf } from "../http/context";
import { parseJson } from "../http/parse-json";
import { readProductVersion } from "../http/product-files";
import { readBody } from "../http/read-body";
import { Refusal, refusalInit } from "../http/refusal";
import { type BucketSize, TokenBuckets } from "../http/token-bucket";
import type { Deps } from "../services/deps";
import { askedProject, type KeyPrincipal, projectOfKey } from "./project-of-key";
import { serverFor } from "./server";

export interface McpDoorOptions {
  readonly deps: Deps;
  /** Our own address: pages of another origin are turned away. */
  readonly baseUrl: string;
  readonly bucket?: BucketSize;
}

/** The longest arguments of a tool are a few thousand characters. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_CALLS_PER_REQUEST = 20;
const BUCKET: BucketSize = { burst: 300, perSecond: 100 };

/**
 * The door for MCP: streamable HTTP without sessions, so that any web process answers any request. What is wrong with
 * a request is answered as a JSON-RPC error with the field and the remedy; a key is asked for before anything is read.
 */
export function createMcpDoor({ deps, baseUrl, bucket = BUCKET }: McpDoorOptions) {
  const buckets = new TokenBuckets(bucket, () => deps.clock.now().getTime(), "");
  const ownOrigin = new URL(baseUrl).origin;
  const version = readProductVersion();

  async function answer(request: Request, requestId: string): Promise<Response> {
    requireOwnOrigin(request.headers, ownOrigin);
    const authorization = request.headers.get("authorization");
    if (authorization === null)
      return unauthorized("Send an API key: Authorization: Bearer cst_… (Settings, API keys).");
    buckets.take(authorization);
    const principal = await principalOf(deps, noCookies, request.headers);
    if (principal.kind === "anonymous") return unauthorized(principal.reason ?? "This API key does not count.");
    if (principal.kind !== "key") throw new Error("A person came in by a header.");
    if (request.method !== "POST") return notPost();
    const body = await readCalls(request);
    return serve(request, body, principal, requestId);
  }

  async function serve(request: Request, body: unknown, principal: KeyPrincipal, requestId: string) {
    const { log } = deps;
    const project = await projectOfKey(deps, principal, askedProject(request));
    const conceal = (error: unknown, path: string) =>
      reportUnexpected(error, { path: `mcp ${path}`, requestId, log }).message;
    const handler = createMcpHandler(() => serverFor({ deps, principal, project, version, conceal }), {
      // Lists do not change while a client looks at them: there is nothing to subscribe to.
      maxSubscriptions: 0,
      onerror: (error) => log.warn({ requestId, error: safeText(error.message) }, "mcp"),
    });
    return handler.fetch(request, { parsedBody: body });
  }

  return async (request: Request): Promise<Response> => {
    const requestId = deps.ids.next();
    const response = await answer(request, requestId).catch((error: unknown) => {
      if (error instanceof Refusal) return refused(error);
      return failed(reportUnexpected(error, { path: "mcp", requestId, log: deps.log }));
    });
    response.headers.set("cache-control", "no-store");
    response.headers.set("x-request-id", requestId);
    return response;
  };
}

function noCookies(): never {
  throw new Error("MCP has no sign-in by cookie.");
}

/**
 * A page that had its name point to this machine (DNS rebinding) still sends its own origin. Programs send none.
 * @throws Refusal with 403.
 */
function requireOwnOrigin(headers: Headers, own: string): void {
  const origin = headers.get("origin");
  if (origin === null || origin === own) return;
  throw new Refusal("FORBIDDEN", "Pages of other origins may not use this address. Connect from a program.", {
    field: "origin",
  });
}

/** @throws Refusal with 400, 413 or 415. */
async function readCalls(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "Send content-type: application/json.", { field: "content-type" });
  }
  const bytes = await readBody(request, { maxBytes: MAX_BODY_BYTES, maxGzipRatio: MAX_GZIP_RATIO }).catch(shorter);
  const body = parseJson(bytes.toString("utf8").replace(/^\ufeff/, ""), "body");
  if (Array.isArray(body) && body.length > MAX_CALLS_PER_REQUEST) {
    const message = `The batch has ${body.length} messages. Send at most ${MAX_CALLS_PER_REQUEST} at once.`;
    throw new Refusal("PAYLOAD_TOO_LARGE", message, { field: "body" });
  }
  return body;
}

/** The remedy for a long body is not the one of uploads. */
function shorter(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== "PAYLOAD_TOO_LARGE") throw error;
  const most = MAX_BODY_BYTES.toLocaleString("en-US");
  throw new Refusal("PAYLOAD_TOO_LARGE", `The body has more than ${most} bytes. Send shorter arguments.`, {
    field: "body",
  });
}

/** RFC 6750, section 3. Header values are Latin-1, which a reason need not be. */
function unauthorized(reason: string): Response {
  const told = reason
    .replaceAll("…", "...")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\]/g, "'");
  const challenge = `Bearer realm="context-steward", error="invalid_token", error_description="${told}"`;
  return errorResponse(SERVER_ERROR, reason, { status: 401, headers: { "www-authenticate": challenge } });
}

/** No stream to listen to and no session to end: the specification wants 405 for both. */
function notPost(): Response {
  const message = "Send POST: this server keeps no sessions and opens no streams of its own.";
  return errorResponse(SERVER_ERROR, message, { status: 405, headers: { allow: "POST" } });
}

function refused(refusal: Refusal): Response {
  const { code, message, extra } = refusal;
  const rpcCode = code === "BAD_REQUEST" ? ProtocolErrorCode.ParseError : SERVER_ERROR;
  return errorResponse(rpcCode, message, refusalInit(refusal), { ...extra });
}

function failed({ isAway, message }: { isAway: boolean; message: string }): Response {
  const headers: Record<string, string> = isAway ? { "retry-after": String(RETRY_WHEN_AWAY_SECONDS) } : {};
  return errorResponse(ProtocolErrorCode.InternalError, message, { status: isAway ? 503 : 500, headers });
}

/** JSON-RPC keeps this range for errors that a server defines. */
const SERVER_ERROR = -32_000;

function errorResponse(code: number, message: string, init: ResponseInit, data?: Record<string, unknown>): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message, ...(data && { data }) } }, init);
}
