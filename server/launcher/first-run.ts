import { spawn } from "node:child_process";
import { closeSync, existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { childEnvironment } from "@/server/env";
import { LauncherError } from "./errors";
import { openLog, tailOf } from "./logs";
import { findProjectRoot } from "./project-root";

export interface FirstRunOptions {
  databaseUrl: string;
  /** The address that people open, for the sign-in link. */
  baseUrl: string;
  /** Load the demo team when the database is empty. */
  demo: boolean;
  dataDir: string;
  /** Told what is being done, in a few words. */
  onProgress?: (what: string) => void;
}

const FirstRunResult = z.object({
  /** One-time link that signs the owner in; null when it is not needed any more. */
  signInUrl: z.string().nullable(),
  /** File that holds the local key for `steward import`; null when none was written. */
  keyFile: z.string().nullable(),
  /** Sentences for the person at the terminal. */
  notes: z.array(z.string()),
});

export type FirstRunResult = z.infer<typeof FirstRunResult>;

const FirstRunMessage = z.union([
  z.object({ progress: z.string() }),
  z.object({ result: FirstRunResult }),
  z.object({ failure: z.string() }),
]);

/** The bundle that first-run-process.ts becomes. */
const BUNDLE = "dist/first-run.mjs";

/**
 * Makes owner, local key and demo team on an empty database, and a new sign-in link while the owner needs one. Runs in
 * a process of its own, so that the launcher stays small and a fault in demo data cannot end it.
 * @throws LauncherError with the end of its log when that process fails.
 */
export async function firstRun(options: FirstRunOptions): Promise<FirstRunResult> {
  const root = findProjectRoot();
  const script = path.join(root, BUNDLE);
  if (!existsSync(script)) {
    return { signInUrl: null, keyFile: null, notes: ["This build has no first-run setup: sign up in the browser."] };
  }
  const { onProgress, ...input } = options;
  const logFile = path.join(options.dataDir, "logs", "first-run.log");
  const log = openLog(logFile);
  const child = spawn(process.execPath, [script, JSON.stringify({ ...input, databaseUrl: undefined })], {
    cwd: root,
    env: childEnvironment({ DATABASE_URL: options.databaseUrl, NODE_ENV: "production" }),
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  return new Promise((resolve, reject) => {
    const fail = (what: string) =>
      reject(
        new LauncherError(`The first-run setup failed: ${what}\n${tailOf(logFile, 8)}`, `The whole log is ${logFile}`),
      );
    child.on("message", (message) => {
      const parsed = FirstRunMessage.safeParse(message);
      if (!parsed.success) return;
      if ("progress" in parsed.data) onProgress?.(parsed.data.progress);
      else if ("result" in parsed.data) resolve(parsed.data.result);
      else fail(parsed.data.failure);
    });
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`it ended with ${signal ?? code}.`)); // No effect after a result.
  });
}
