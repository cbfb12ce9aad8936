import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { FaultError } from "../api/errors";
import { appRouter } from "../api/root";
import type { ApiContext } from "../api/trpc";
import { concealUnexpected, RETRY_WHEN_AWAY_SECONDS } from "../api/unexpected";
import { CONTRACT_VERSION } from "../core/events/limits";
import { CONTRACT_HEADER, refuseContract, VERSION_HEADER } from "../core/version/skew";
import type { Deps } from "../services/deps";
import { closing } from "./closing";
import { InFlight } from "./in-flight";
import { parseJson } from "./parse-json";
import { readProductVersion } from "./product-files";
import { readBody } from "./read-body";
import { Refusal, refusalResponse } from "./refusal";
import { requireSameOrigin } from "./same-origin";
import { type BucketSize, TokenBuckets } from "./token-bucket";

export const TRPC_ENDPOINT = "/api/trpc";
const MAX_CALLS_PER_REQUEST = 20;

export interface DoorOptions {
  readonly createContext: (headers: Headers) => Promise<ApiContext>;
  readonly log: Deps["log"];
  readonly nextId: () => string;
  readonly nowMs: () => number;
  /** Our own address, whose pages may change things by cookie. */
  readonly baseUrl: string;
  /** The product's, told in each answer; that of package.json by default. */
  readonly version?: string;
  readonly maxUploads?: number;
  readonly bucket?: BucketSize;
  /** Ends the event streams; the end of the process by default. */
  readonly closing?: AbortSignal;
}

/** A batch holds about five times its size while it is worked on: eight of them stay below half a gigabyte. */
const MAX_UPLOADS = 8;
const BUCKET: BucketSize = { burst: 300, perSecond: 100 };

/**
 * The door of the API: reads and limits the body, then hands the request to tRPC. What is wrong with a request is
 * answered in the form of tRPC, with the field and the remedy.
 */
export function createTrpcHandler(options: DoorOptions): (request: Request) => Promise<Response> {
  const uploads = new InFlight(options.maxUploads ?? MAX_UPLOADS);
  const buckets = new TokenBuckets(options.bucket ?? BUCKET, options.nowMs);
  const version = options.version ?? readProductVersion();

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const unknownContract = refuseContract(request.headers.get(CONTRACT_HEADER));
    if (unknownContract) throw new Refusal("PRECONDITION_FAILED", unknownContract, { field: CONTRACT_HEADER });
    const key = request.headers.get("authorization");
    if (key !== null) buckets.take(key);
    if (request.method === "GET") {
      checkQuery(url);
      return answer(isStream(request) ? endsWithServer(request, options.closing ?? closing()) : request, options);
    }
    if (request.method !== "POST")
      throw new Refusal("METHOD_NOT_SUPPORTED", "Send GET for queries and POST for changes.");
    requireSameOrigin(request.headers, originsOf(url, request.headers, options.baseUrl));
    requireJson(request.headers);
    const work = async () => answer(withJson(request, parseBody(url, await readBody(request))), options);
    return isUpload(url) ? uploads.run(work) : work();
  }

  async function handleOrRefuse(request: Request): Promise<Response> {
    try {
      return await handle(request);
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error);
      throw error;
    }
  }

  return async (request) => {
    const response = await handleOrRefuse(request);
    response.headers.set(VERSION_HEADER, version);
    response.headers.set(CONTRACT_HEADER, String(CONTRACT_VERSION));
    return response;
  };
}

function isUpload(url: URL): boolean {
  return url.pathname.startsWith(`${TRPC_ENDPOINT}/ingest.`);
}

/** As `EventSource` asks; the sign of a subscription. */
function isStream(request: Request): boolean {
  return request.headers.get("accept")?.includes("text/event-stream") ?? false;
}

/** The client sees a connection that broke, not a stream that is over, and comes back to the next process. */
function endsWithServer(request: Request, end: AbortSignal): Request {
  return new Request(request, { signal: AbortSignal.any([request.signal, end]) });
}

/** The address in the settings, and the one that the browser used (a proxy in front may differ). */
function originsOf(url: URL, headers: Headers, baseUrl: string): ReadonlySet<string> {
  const host = headers.get("host");
  return new Set([new URL(baseUrl).origin, url.origin, ...(host ? [`${url.protocol}//${host}`] : [])]);
}

function requireJson(headers: Headers): void {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json") return;
  const got = type === "" ? "no content type" : type.slice(0, 60);
  throw new Refusal("UNSUPPORTED_MEDIA_TYPE", `The request has ${got}. Send content-type: application/json.`, {
    field: "content-type",
  });
}

/** tRPC would fail on a broken input as if the server were at fault. */
function checkQuery(url: URL): void {
  const input = url.searchParams.get("input");
  if (input !== null && input !== "") requireCalls(url, parseJson(input, "input"));
}

function parseBody(url: URL, body: Buffer): unknown {
  const value = parseJson(body.toString("utf8").replace(/^\ufeff/, ""), "body");
  requireCalls(url, value);
  return value;
}

function requireCalls(url: URL, value: unknown): void {
  const isBatch = url.searchParams.get("batch") === "1";
  if (!isBatch || (typeof value === "object" && value !== null)) return;
  throw new Refusal("BAD_REQUEST", 'A batch of calls is one object: {"0": input, "1": input}.', { field: "body" });
}

/** The same request with a body that is parsed already; tRPC asks it for nothing but `json()`. */
function withJson(request: Request, value: unknown): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  const read = new Request(request.url, { method: "POST", headers, signal: request.signal });
  Object.defineProperty(read, "json", { value: async () => value });
  return read;
}

function answer(request: Request, { createContext, log, nextId }: DoorOptions): Promise<Response> {
  const requestId = nextId();
  return fetchRequestHandler({
    endpoint: TRPC_ENDPOINT,
    req: request,
    router: appRouter,
    createContext: () => createContext(request.headers),
    maxBatchSize: MAX_CALLS_PER_REQUEST,
    onError: ({ error, path }) => concealUnexpected(error, { path: path ?? "", requestId, log }),
    responseMeta({ errors }) {
      const waits = errors.map((error) => waitOf(error)).filter((seconds) => seconds !== null);
      return {
        headers: {
          "cache-control": "no-store",
          "x-request-id": requestId,
          ...(waits.length > 0 ? { "retry-after": String(Math.max(...waits)) } : {}),
        },
      };
    },
  });
}

function waitOf({ code, cause }: { code: string; cause?: Error }): number | null {
  if (cause instanceof FaultError) return cause.fault.retryAfterSeconds ?? null;
  return code === "SERVICE_UNAVAILABLE" ? RETRY_WHEN_AWAY_SECONDS : null;
}
