import cliProgress from "cli-progress";
import { number, say } from "../output";

export interface IndexProgress {
  reads(done: number, total: number): void;
  sends(done: number, total: number): void;
  waits(why: string): void;
  end(): void;
}

const PIPE_NOTE_EVERY_MS = 10_000;

/** A bar on a terminal; in a pipe or in CI a line every ten seconds. */
export function openIndexProgress(): IndexProgress {
  return process.stderr.isTTY ? terminalProgress() : pipeProgress();
}

function terminalProgress(): IndexProgress {
  const bar = new cliProgress.SingleBar(
    {
      format: "{bar} {percentage}%  {what}",
      barsize: 24,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(1, 0, { what: "" });
  const show = (word: string) => (done: number, total: number) => {
    bar.setTotal(Math.max(total, 1));
    bar.update(done, { what: `${word} ${number(done)} of ${number(total)} files` });
  };
  return {
    reads: show("read"),
    sends: show("sent"),
    waits: (why) => bar.update({ what: `${why}; trying again` }),
    end: () => bar.stop(),
  };
}

function pipeProgress(): IndexProgress {
  let saidAt = Date.now();
  const note = (word: string) => (done: number, total: number) => {
    if (Date.now() - saidAt < PIPE_NOTE_EVERY_MS) return;
    saidAt = Date.now();
    say.note(`${word} ${number(done)} of ${number(total)} files`);
  };
  return {
    reads: note("read"),
    sends: note("sent"),
    waits: (why) => say.note(`${why}; trying again`),
    end: () => undefined,
  };
}
