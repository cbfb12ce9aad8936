import type { Deps } from "../services/deps";

export interface Health {
  readonly status: "ok" | "unavailable";
  readonly database: "ok" | "unreachable";
}

const PATIENCE_MS = 2_000;

/** Whether this process can do its work: it answers, and its database answers it. */
export async function checkHealth(deps: Pick<Deps, "db">): Promise<Health> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  const asked = deps.db.pool.query("SELECT 1").then(
    () => true,
    () => false,
  );
  const reached = await Promise.race([asked, late]);
  clearTimeout(timer);
  return reached ? { status: "ok", database: "ok" } : { status: "unavailable", database: "unreachable" };
}
