import { getDeps } from "@/server/http/deps";
import { checkHealth } from "@/server/http/health";

export const dynamic = "force-dynamic";

/** For the launcher and for load balancers; tells nothing about the data. */
export async function GET(): Promise<Response> {
  const health = await checkHealth(getDeps());
  return Response.json(health, {
    status: health.status === "ok" ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}
