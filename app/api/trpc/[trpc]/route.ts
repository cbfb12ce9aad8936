import { env } from "@/server/env";
import { createContext } from "@/server/http/context";
import { getDeps } from "@/server/http/deps";
import { createTrpcHandler } from "@/server/http/trpc-handler";

export const dynamic = "force-dynamic";

let handler: ReturnType<typeof createTrpcHandler> | undefined;

/** Made on the first request: builds have no environment. */
function handle(request: Request): Promise<Response> {
  handler ??= createTrpcHandler({
    createContext,
    log: getDeps().log,
    nextId: () => getDeps().ids.next(),
    nowMs: () => getDeps().clock.now().getTime(),
    baseUrl: env().STEWARD_BASE_URL,
  });
  return handler(request);
}

export { handle as GET, handle as POST };
