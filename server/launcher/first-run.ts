import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { z } from "zod";
import { LauncherError } from "./errors";
import { openLog, tailOf } from "./logs";

export const FirstRunInput = z.object({
  /** The address that people open, for the sign-in link. */
  baseUrl: z.string(),
  /** Load the demo team when it was not loaded yet. */
  demo: z.boolean(),
  /** Folder of people's settings; the local key goes below it. */
  configHome: z.string(),
});

export interface FirstRunOptions extends z.infer<typeof FirstRunInput> {
  /** The bundle of first-run-process.ts. */
  script: string;
  /** Database, secret and base address, as web gets them. */
  environment: NodeJS.ProcessEnv;
  logFile: string;
  /** Ends the setup; what is missing then, the next start does. */
  signal: AbortSignal;
  /** Told what is being done, in a few words. */
  onProgress: (what: string) => void;
}

const FirstRunResult = z.object({
  /** One-time link that signs the owner in; null when there is another way in. */
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

export type FirstRunMessage = z.infer<typeof FirstRunMessage>;

/**
 * Makes owner, team, local key and demo where they are missing, and a sign-in link while the owner needs one. Runs in a
 * process of its own, so that the launcher stays small and a fault there cannot end it.
 * @throws LauncherError with the end of its log when that process fails.
 */
export function firstRun(options: FirstRunOptions): Promise<FirstRunResult> {
  const { script, environment, logFile, signal, onProgress, ...input } = options;
  const log = openLog(logFile);
  const child = spawn(process.execPath, [script, JSON.stringify(FirstRunInput.parse(input))], {
    env: environment,
    signal,
    detached: true, // Ctrl-C reaches it through the closing of the channel, not in the middle of a statement.
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
      if ("progress" in parsed.data) onProgress(parsed.data.progress);
      else if ("result" in parsed.data) resolve(parsed.data.result);
      else fail(parsed.data.failure);
    });
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, ended) => fail(`it ended with ${ended ?? code}.`)); // No effect after a result.
  });
}
