import { env } from "@/server/env";
import { getDeps } from "@/server/http/deps";
import { createMcpDoor } from "@/server/mcp/door";

export const dynamic = "force-dynamic";

let door: ReturnType<typeof createMcpDoor> | undefined;

/** Made on the first request: builds have no environment. */
function handle(request: Request): Promise<Response> {
  door ??= createMcpDoor({ deps: getDeps(), baseUrl: env().STEWARD_BASE_URL });
  return door(request);
}

export { handle as DELETE, handle as GET, handle as POST };
