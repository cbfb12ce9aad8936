import pc from "picocolors";
import { errorMessage } from "./errors";

/** What the person at the terminal sees of a start: one line a step, with its seconds. */
export interface Report {
  step<T>(name: string, work: (progress: (what: string) => void) => Promise<T>): Promise<T>;
  note(text: string): void;
  say(text: string): void;
  fail(error: unknown): void;
}

interface Remediable {
  remedy: string;
}

function hasRemedy(error: unknown): error is Remediable {
  return typeof error === "object" && error !== null && "remedy" in error && typeof error.remedy === "string";
}

const NAME_WIDTH = 34;

/** Writes to stdout and stderr; on a terminal the running step shows its progress in place. */
export function terminalReport(): Report {
  // A closed pipe (`… | head`) must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const live = (line: string) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`);
  };
  return {
    async step(name, work) {
      const begun = performance.now();
      const label = `  ${name.padEnd(NAME_WIDTH)}`;
      live(label);
      const value = await work((what) => live(`${label} ${pc.dim(what)}`));
      live("");
      print(`${label} ${seconds(performance.now() - begun)}`);
      return value;
    },
    note(text) {
      live("");
      print(`  ${pc.dim(text)}`);
    },
    say: print,
    fail(error) {
      live("");
      process.stderr.write(`\n${pc.red(errorMessage(error))}\n`);
      if (hasRemedy(error)) process.stderr.write(`\n${error.remedy}\n`);
      else if (error instanceof Error && error.stack) process.stderr.write(`${pc.dim(error.stack)}\n`);
    },
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(6)} s`;
}
