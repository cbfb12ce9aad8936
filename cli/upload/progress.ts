import path from "node:path";
import cliProgress from "cli-progress";
import { number, say } from "../output";

export interface Progress {
  /** The next file begins. */
  file(name: string, bytes: number): void;
  /** So much of this file was read. */
  bytes(read: number): void;
  /** Something keeps it waiting. */
  waits(why: string, waitMs: number): void;
  end(): void;
}

const PIPE_NOTE_EVERY_MS = 10_000;
const MAX_NAME_CHARACTERS = 40;

/** A bar on a terminal; in a pipe or in CI a line every ten seconds. */
export function openProgress(files: number, totalBytes: number): Progress {
  const counter = new Counter(files, totalBytes);
  return process.stderr.isTTY ? terminalProgress(counter) : pipeProgress(counter);
}

class Counter {
  private before = 0;
  private fileBytes = 0;
  started = 0;
  name = "";

  constructor(
    readonly files: number,
    readonly totalBytes: number,
  ) {}

  next(name: string, bytes: number): void {
    this.before += this.fileBytes;
    this.fileBytes = bytes;
    this.started++;
    this.name = path.basename(name);
  }

  /** A file that grew since it was found counts with its size of then. */
  at(read: number): number {
    return this.before + Math.min(read, this.fileBytes);
  }
}

function terminalProgress(counter: Counter): Progress {
  const bar = new cliProgress.SingleBar(
    {
      format: "{bar} {percentage}%  {file}",
      barsize: 24,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
      emptyOnZero: true,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(Math.max(counter.totalBytes, 1), 0, { file: "" });
  const name = () => `${number(counter.started)} of ${number(counter.files)}: ${shortened(counter.name)}`;
  return {
    file(file, bytes) {
      counter.next(file, bytes);
      bar.update(counter.at(0), { file: name() });
    },
    bytes: (read) => bar.update(counter.at(read), { file: name() }),
    waits: (why, waitMs) => bar.update({ file: `${why}; trying again in ${seconds(waitMs)}` }),
    end: () => bar.stop(),
  };
}

function pipeProgress(counter: Counter): Progress {
  let saidAt = Date.now();
  let saidWait = false;
  return {
    file: (file, bytes) => counter.next(file, bytes),
    bytes(read) {
      saidWait = false;
      if (Date.now() - saidAt < PIPE_NOTE_EVERY_MS) return;
      saidAt = Date.now();
      const percent = Math.floor((counter.at(read) / Math.max(counter.totalBytes, 1)) * 100);
      say.note(`${percent} %, file ${number(counter.started)} of ${number(counter.files)}`);
    },
    waits(why, waitMs) {
      if (!saidWait) say.note(`${why}; trying again in ${seconds(waitMs)}`);
      saidWait = true;
    },
    end: () => undefined,
  };
}

function shortened(name: string): string {
  return name.length <= MAX_NAME_CHARACTERS ? name : `…${name.slice(1 - MAX_NAME_CHARACTERS)}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toLocaleString("en-US", { maximumFractionDigits: 1 })} s`;
}
