import path from "node:path";
import { childEnvironment } from "@/server/env";
import type { DataFolder } from "./data-folder";
import { NODE_FLAGS, type Programs } from "./programs";
import { type Supervised, supervise } from "./supervisor";

export interface ChildrenOptions {
  root: string;
  programs: Programs;
  data: DataFolder;
  port: number;
  host: string;
  baseUrl: string;
  secret: string;
  /** Asked at each start of a child, since the embedded database may move. */
  databaseUrl: () => string;
  /** Told when a child ended although nobody asked it to. */
  onCrash: (what: string) => void;
}

const WEB_STOP_LIMIT_MS = 5_000;
const WORKER_STOP_LIMIT_MS = 15_000;

/** The environment that web, worker and first run share. */
export function sharedEnvironment(options: ChildrenOptions): NodeJS.ProcessEnv {
  return childEnvironment({
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: options.databaseUrl(),
    STEWARD_SECRET: options.secret,
    STEWARD_BASE_URL: options.baseUrl,
    STEWARD_DATA_DIR: options.data.path,
  });
}

/** Jobs in the background: analysis, retention. */
export function startWorker(options: ChildrenOptions): Supervised {
  return startChild(options, "worker", options.programs.worker, WORKER_STOP_LIMIT_MS);
}

/** Page and API. */
export function startWeb(options: ChildrenOptions): Supervised {
  const address = { PORT: String(options.port), HOSTNAME: options.host };
  return startChild(options, "web", options.programs.web, WEB_STOP_LIMIT_MS, address);
}

export function logFileOf(data: DataFolder, name: string): string {
  return path.join(data.logs, `${name}.log`);
}

function startChild(
  options: ChildrenOptions,
  name: string,
  script: string,
  stopLimitMs: number,
  extra: Record<string, string> = {},
): Supervised {
  const logFile = logFileOf(options.data, name);
  return supervise(
    {
      name,
      nodeArguments: [...NODE_FLAGS, "--import", options.programs.endWithParent, script],
      environment: () => ({ ...sharedEnvironment(options), ...extra }),
      workingFolder: options.root,
      logFile,
      stopLimitMs,
    },
    {
      onCrash: (_, how, delayMs) =>
        options.onCrash(`${name} ended (${how}); starting it again in ${delayMs / 1000} s. Log: ${logFile}`),
    },
  );
}
