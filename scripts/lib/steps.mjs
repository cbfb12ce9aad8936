// Steps of a command: one line each with its seconds; output goes to a log and is shown only when a step fails.
// Node's own modules only, since the first step is to install everything else.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";

export const root = path.resolve(import.meta.dirname, "../..");

const NAME_WIDTH = 34;
const TAIL_LINES = 60;

/** Something that a person can put right; shown without a stack. */
export class StepError extends Error {
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}

/** Runs `work`, shows its name and seconds, and answers both its value and its seconds. */
export async function step(name, work) {
  const begun = performance.now();
  const label = `  ${name.padEnd(NAME_WIDTH)}`;
  const ticker = startTicker(label, begun);
  try {
    const value = await work();
    ticker.stop();
    const seconds = (performance.now() - begun) / 1000;
    console.log(`${label} ${seconds.toFixed(1).padStart(6)} s`);
    return { value, seconds };
  } catch (error) {
    ticker.stop();
    console.log(`${label} failed after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    throw error;
  }
}

/** On a terminal the seconds count while a step runs; a log file gets one line, at the end. */
function startTicker(label, begun) {
  if (!process.stdout.isTTY) return { stop() {} };
  const show = () => {
    process.stdout.write(`\r\x1b[K${label} ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)}   s`);
  };
  const timer = setInterval(show, 1_000);
  show();
  return {
    stop() {
      clearInterval(timer);
      process.stdout.write("\r\x1b[K");
    },
  };
}

/**
 * Runs a program with its output in a log file.
 * @throws StepError with the end of the log when it does not exit with 0.
 */
export async function run(command, args, { logFile, env = {}, cwd = root, signal, timeoutMs } = {}) {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill("SIGTERM"), timeoutMs);
  const how = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signalName) => resolve(signalName ?? code));
  });
  clearTimeout(timer);
  log.end();
  await finished(log);
  if (how === 0) return;
  const shown = [command, ...args].map((word) =>
    path.relative(root, word).startsWith("..") ? path.basename(word) : word,
  );
  const tail = readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-TAIL_LINES).join("\n");
  throw new StepError(
    `${shown.join(" ")} ended with ${how}:\n\n${tail}`,
    `The whole output is ${path.relative(root, logFile)}`,
  );
}

/** Runs a package's program from node_modules with this Node; the package has the program's name unless told. */
export function runBin(name, args, { packageName = name, ...options }) {
  return run(process.execPath, [binOf(name, packageName), ...args], options);
}

/** The script file behind a name in node_modules/.bin, as its package's manifest gives it. */
export function binOf(name, packageName = name) {
  const folder = path.join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof bin === "string" ? bin : bin[name]);
}

/** Ends a command with its error: message and remedy for an expected one, the stack for a fault of ours. */
export function fail(error) {
  console.error(`\n${error instanceof StepError ? error.message : (error?.stack ?? error)}`);
  if (error?.remedy) console.error(`\n${error.remedy}`);
  process.exit(1);
}
