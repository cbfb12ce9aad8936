import { spawn } from "node:child_process";

/** Milliseconds from the start of a Node process to its end. @throws when it does not end with 0. */
export function timeNode(args: readonly string[], input: string, env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ["pipe", "ignore", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve(performance.now() - begun);
      else reject(new Error(`node ${args.join(" ")} ended with ${code}`));
    });
    child.stdin.end(input);
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]];
  return (low + high) / 2;
}
