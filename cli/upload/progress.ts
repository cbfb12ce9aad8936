import path from "node:path";
import cliProgress from "cli-progress";

export interface Progress {
  file(name: string): void;
  bytes(read: number, total: number): void;
  end(): void;
}

const QUIET: Progress = { file: () => undefined, bytes: () => undefined, end: () => undefined };
const STEPS_A_FILE = 100;

/** A bar on a terminal; silence in a pipe or in CI. */
export function openProgress(files: number): Progress {
  if (!process.stderr.isTTY) return QUIET;
  const bar = new cliProgress.SingleBar(
    { format: "{bar} {percentage}% {file}", stream: process.stderr, clearOnComplete: true, hideCursor: true },
    cliProgress.Presets.shades_classic,
  );
  let started = 0;
  bar.start(files * STEPS_A_FILE, 0, { file: "" });
  return {
    file(name) {
      bar.update(started * STEPS_A_FILE, { file: path.basename(name) });
      started++;
    },
    bytes(read, total) {
      bar.update((started - 1) * STEPS_A_FILE + Math.floor((read / total) * STEPS_A_FILE));
    },
    end() {
      bar.stop();
    },
  };
}
