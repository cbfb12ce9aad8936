/**
 * The only place that reads the process environment. Everything else takes what it needs as an argument, or asks
 * here. Values are checked on first use, not on import, because `next build` imports pages without any of them.
 */
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";

const PostgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must be a Postgres address such as postgresql://user:password@host:5432/steward",
});

const HttpUrl = z.url({ protocol: /^https?$/, error: "must be an address such as http://localhost:3000" });

const ServerEnvironment = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  /** Where the data lives; the launcher sets it when it runs the embedded database. */
  DATABASE_URL: PostgresUrl,
  /** Signs sessions and links. The launcher keeps one in the data folder. */
  STEWARD_SECRET: z.string().min(32, "must have at least 32 characters"),
  /** The address that people and agents use, as it stands in links and cookies. */
  STEWARD_BASE_URL: HttpUrl.default("http://localhost:3000"),
  /** Folder for what is not in Postgres: secret, logs, the owner's local key. */
  STEWARD_DATA_DIR: z.string().default(".data"),
  STEWARD_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  /** An OpenAI-compatible API that may write summaries, such as http://localhost:11434/v1; rules write them without it. */
  STEWARD_SUMMARY_URL: HttpUrl.optional(),
  STEWARD_SUMMARY_MODEL: z.string().optional(),
  STEWARD_SUMMARY_KEY: z.string().optional(),
  /** An OpenAI-compatible API whose embeddings help the search, such as http://localhost:11434/v1; needs pgvector. */
  STEWARD_EMBEDDINGS_URL: HttpUrl.optional(),
  STEWARD_EMBEDDINGS_MODEL: z.string().optional(),
  STEWARD_EMBEDDINGS_KEY: z.string().optional(),
});

export type ServerEnvironment = z.infer<typeof ServerEnvironment>;

const LauncherEnvironment = z.object({
  DATABASE_URL: PostgresUrl.optional(),
  STEWARD_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  STEWARD_BASE_URL: HttpUrl.optional(),
  /** Where programs keep people's settings (XDG base directories). */
  XDG_CONFIG_HOME: z.string().default(() => path.join(homedir(), ".config")),
});

export type LauncherEnvironment = z.infer<typeof LauncherEnvironment>;

let cached: ServerEnvironment | undefined;

/**
 * The checked environment of web and worker.
 * @throws Error that names each variable that is missing or wrong, and what it must be.
 */
export function env(): ServerEnvironment {
  cached ??= parseEnvironment(ServerEnvironment, process.env);
  return cached;
}

/** What the launcher may be told from outside; everything is optional, since it can make its own. */
export function launcherEnv(): LauncherEnvironment {
  return parseEnvironment(LauncherEnvironment, process.env);
}

/** The environment for a child process: ours, with `overrides` on top. */
export function childEnvironment(overrides: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}

/**
 * Checks `values` against `schema`. An empty string counts as not set, as shells and compose files write it.
 * @throws Error with one line for each variable at fault.
 */
export function parseEnvironment<T>(schema: z.ZodType<T>, values: Readonly<Record<string, string | undefined>>): T {
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const name = issue.path.join(".");
    return name in set ? `${name} ${issue.message}` : `${name} is not set: ${issue.message}`;
  });
  throw new Error(
    `The environment is not complete:\n  ${faults.join("\n  ")}\n` +
      "`npm run quickstart` sets all of them; set them yourself only when you start web or worker on their own.",
  );
}
