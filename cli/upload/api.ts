import { gzipSync } from "node:zlib";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/server/api/root";
import type { Connection } from "../config";
import { CliFault } from "../fault";

const GZIP_FROM_BYTES = 4_096;
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 500;
const RETRY_STATUS = new Set([429, 502, 503, 504]);

export type Api = ReturnType<typeof openApi>;

/** The server's tRPC API with the key, gzip for large bodies, and retries that obey Retry-After. */
export function openApi(connection: Connection) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${connection.server}/api/trpc`,
        headers: { authorization: `Bearer ${connection.key}` },
        fetch: (url, init) =>
          fetchWithRetry(String(url), { method: init?.method, headers: init?.headers, body: init?.body }),
      }),
    ],
  });
}

interface Sending {
  readonly method?: string | undefined;
  readonly headers?: unknown;
  readonly body?: unknown;
}

async function fetchWithRetry(url: string, sending: Sending): Promise<Response> {
  const request = toRequest(sending);
  for (let attempt = 1; ; attempt++) {
    const last = attempt === MAX_ATTEMPTS;
    const answer = await fetch(url, request).catch((error: unknown) => {
      if (last) throw unreachable(url, error);
      return null;
    });
    if (answer && (last || !RETRY_STATUS.has(answer.status))) return answer;
    await answer?.body?.cancel();
    await pause(answer, attempt);
  }
}

function toRequest({ method, headers, body }: Sending): RequestInit {
  const plain = new Headers(headers as HeadersInit | undefined); // tRPC hands over what `fetch` takes
  if (typeof body !== "string") return { method, headers: plain };
  if (body.length < GZIP_FROM_BYTES) return { method, headers: plain, body };
  plain.set("content-encoding", "gzip");
  return { method, headers: plain, body: new Uint8Array(gzipSync(body, { level: 1 })) };
}

async function pause(answer: Response | null, attempt: number): Promise<void> {
  const wantedSeconds = Number(answer?.headers.get("retry-after"));
  const milliseconds = wantedSeconds > 0 ? wantedSeconds * 1000 : FIRST_PAUSE_MS * 2 ** (attempt - 1);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function unreachable(url: string, error: unknown): CliFault {
  const { origin } = new URL(url);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new CliFault(
    `${origin} does not answer (${cause}). Start it with: npm run quickstart. Run the import again afterwards: it resumes.`,
  );
}

/** What the server said, with the field it named. Connection faults come through unchanged. */
export function sentenceOf(error: unknown): string {
  if (error instanceof TRPCClientError) {
    if (error.cause instanceof CliFault) throw error.cause;
    return error.message;
  }
  throw error;
}
