import { setTimeout as sleep } from "node:timers/promises";
import { LauncherError } from "./errors";
import { tailOf } from "./logs";

/** The page that answers 200 when web can serve: it reached its database. */
export const HEALTH_PATH = "/api/health";

const HEALTH_LIMIT_MS = 60_000;
/** A web that ends this often in a row before it was ever healthy will not become so. */
const HOPELESS_CRASHES = 4;

export interface HealthOptions {
  /** For example http://127.0.0.1:3000. */
  origin: string;
  /** How often web ended in a row. */
  crashes: () => number;
  logFile: string;
  /** True once the start is being broken off. */
  isStopping: () => boolean;
}

/**
 * Waits until web answers.
 * @throws LauncherError with the end of web's log when it does not within a minute, or keeps ending.
 */
export async function waitUntilHealthy(options: HealthOptions): Promise<void> {
  const deadline = Date.now() + HEALTH_LIMIT_MS;
  let last = "no answer";
  while (!options.isStopping()) {
    last = await askHealth(options.origin + HEALTH_PATH);
    if (last === "healthy") return;
    if (Date.now() > deadline || options.crashes() >= HOPELESS_CRASHES) {
      throw new LauncherError(
        `The web server is not healthy (${last}). The end of its log:\n${tailOf(options.logFile, 12)}`,
        `The whole log is ${options.logFile}`,
      );
    }
    await sleep(50);
  }
}

async function askHealth(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.ok ? "healthy" : `${HEALTH_PATH} answers ${response.status}`;
  } catch {
    return "no answer";
  }
}
