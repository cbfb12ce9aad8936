import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const LIMIT_MS = 120_000;

/**
 * Runs git in a folder and hands over its output by pieces, so that no repository is too large.
 * @returns false when there is no git, no repository, or git failed.
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  onOutput: (line: string) => void,
): Promise<boolean> {
  // Inside a git hook these variables would answer for the hook's repository instead.
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (name.startsWith("GIT_")) delete env[name];
  const child = spawn("git", ["-C", folder, "-c", "core.quotePath=false", ...args], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: LIMIT_MS,
  });
  const ended = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }))
    onOutput(line);
  return ended;
}

/** The first line of the answer; null when there is none. */
export async function askGit(folder: string, ...args: string[]): Promise<string | null> {
  const lines: string[] = [];
  const ok = await runGit(folder, args, (line) => lines.push(line));
  return (ok && lines[0]?.trim()) || null;
}
