import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/root";
import { CONTRACT_HEADER, isOlder, VERSION_HEADER } from "@/server/core/version/skew";
import type { Connection } from "../config";
import { CliFault, StopFault } from "../fault";
import { say } from "../output";
import { CLI_CONTRACT, CLI_VERSION } from "../version";
import { fetchPatiently, type Patience } from "./patient-fetch";

export type Api = ReturnType<typeof openApi>;

/** What a key is good for, as the server says. */
export type Key = inferRouterOutputs<AppRouter>["keys"]["whoami"];

/** What the server says of a batch that it took. */
export type AppendAnswer = inferRouterOutputs<AppRouter>["ingest"]["append"];

/** The server's tRPC API with the key, gzip for large bodies, and retries that obey Retry-After. */
export function openApi(connection: Pick<Connection, "server" | "key">, patience: Patience) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${connection.server}/api/trpc`,
        headers: {
          authorization: `Bearer ${connection.key}`,
          [VERSION_HEADER]: CLI_VERSION,
          [CONTRACT_HEADER]: String(CLI_CONTRACT),
        },
        fetch: async (url, init) => {
          const { method, headers, body } = init ?? {};
          const response = await fetchPatiently(String(url), { method, headers, body }, patience);
          hintAtUpgrade(response.headers.get(VERSION_HEADER));
          return response;
        },
      }),
    ],
  });
}

let hinted = false;

/** Said once a run, beside the results: an older steward still works, but it lacks what the server can do since. */
function hintAtUpgrade(serverVersion: string | null): void {
  if (hinted || serverVersion === null || !isOlder(CLI_VERSION, serverVersion)) return;
  hinted = true;
  say.warn(`This steward is ${CLI_VERSION}, the server ${serverVersion}. Run: steward upgrade`);
}

/** What the server answers to a key or person that may not do this: no other file would fare better. */
const STOP_STATUS = new Set([401, 403, 412, 429, 502, 503, 504]);

/** Any error of one file as a sentence; a StopFault when the other files could not go either. */
export function toFault(error: unknown): CliFault {
  if (error instanceof CliFault) return error;
  if (error instanceof TRPCClientError) return faultOfAnswer(error);
  if (!(error instanceof Error)) return new CliFault(String(error));
  if ("syscall" in error) return new CliFault(`The file cannot be read: ${error.message}.`);
  return new CliFault(`The importer failed at this file, which is a fault of its own: ${error.message}`);
}

/** The server's message names the field and the remedy; it is passed on as it is. */
function faultOfAnswer(error: TRPCClientError<AppRouter>): CliFault {
  if (error.cause instanceof CliFault) return error.cause;
  const status = error.data?.httpStatus;
  if (status === undefined) {
    return new StopFault(`The server's answer is not one of Context Steward: ${error.message}. Check its address.`);
  }
  if (status === 401) return new StopFault(`${error.message} Then run: steward login`);
  if (!STOP_STATUS.has(status)) return new CliFault(error.message);
  return new StopFault(error.message, error.data?.retryAfterSeconds ?? null);
}

/** True when the server knows no project for a session's folder, slug or remote. */
export function isUnknownProject(error: unknown): error is TRPCClientError<AppRouter> {
  if (!(error instanceof TRPCClientError)) return false;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("code" in data && "field" in data)) return false;
  return data.code === "NOT_FOUND" && String(data.field).startsWith("session.");
}

/** True when the server knows the key and refuses it, or does not know it: waiting changes nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof TRPCClientError && [401, 403].includes(statusOf(error) ?? 0);
}

function statusOf({ data }: TRPCClientError<AppRouter>): number | undefined {
  return data?.httpStatus;
}
