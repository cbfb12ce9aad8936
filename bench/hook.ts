/**
 * What a call of `steward hook` costs over the start of Node itself, with a server that answers, one that is down and one
 * that hangs, for each kind of call; all in turn within one run, on the bundle as the build makes it. Flags: --rounds <n>.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { keepPlace } from "../cli/hook/place";
import { hookState, stateFolder } from "../cli/hook/state";
import { readingSession } from "../cli/testing/hook-lines";
import { bundleSteward } from "../scripts/lib/bundle-steward.mjs";
import { median, timeNode } from "./hook/call";
import { stubServer } from "./hook/stub-server";

const { values: flags } = parseArgs({ options: { rounds: { type: "string", default: "21" } } });
const ROUNDS = Number(flags.rounds);
const LIMIT_MS = 50;
const KINDS = ["Stop", "PostToolUse", "UserPromptSubmit", "SessionStart"] as const;
/** Nobody listens there. */
const DOWN = "http://127.0.0.1:9";

const UPLOADER_START_MS = 3_000;
const UPLOADER_WRITES_LOCK_MS = 1_000;

type Kind = (typeof KINDS)[number];

interface Timed {
  readonly ms: number;
  readonly bareMs: number;
}

class Mode {
  readonly calls = new Map<string, Timed[]>();
  private readonly env: Record<string, string>;
  private readonly state;
  private readonly transcript: string;

  constructor(
    readonly name: string,
    private readonly bundle: string,
    folder: string,
    server: string,
  ) {
    const home = path.join(folder, name);
    mkdirSync(home);
    this.transcript = path.join(home, "bench.jsonl");
    writeFileSync(this.transcript, readingSession("bench", 20));
    this.env = {
      HOME: home,
      XDG_STATE_HOME: home,
      XDG_CONFIG_HOME: home,
      STEWARD_SERVER: server,
      STEWARD_KEY: "cst_bench",
    };
    this.state = hookState(stateFolder(this.env, "linux"));
    keepPlace(this.state, server, home, { team: "harbor", project: "billing-api" });
  }

  /** @param bareMs What Node alone took a moment before: the machine is shared, and is not equally busy all the time. */
  async call(kind: Kind, bareMs: number, as: string = kind): Promise<void> {
    const ms = await timeNode([this.bundle, "hook", "claude-code"], JSON.stringify(this.payload(kind)), this.env);
    this.calls.set(as, [...(this.calls.get(as) ?? []), { ms, bareMs }]);
  }

  /** The next hook has to start an uploader. */
  endUploader(): void {
    try {
      process.kill(Number(readFileSync(this.state.lock, "utf8")), "SIGKILL");
    } catch {
      // None runs.
    }
    rmSync(this.state.lock, { force: true });
    rmSync(this.state.pause, { force: true });
  }

  /** The next start waits for the server again, and tells all again. */
  forget(): void {
    rmSync(this.state.silence, { force: true });
    rmSync(this.state.sessions, { recursive: true, force: true });
  }

  private payload(kind: Kind): object {
    const common = { session_id: "bench", transcript_path: this.transcript, cwd: path.dirname(this.transcript) };
    const response = { stdout: "a line of output\n".repeat(200), stderr: "" };
    const more = {
      Stop: { last_assistant_message: "Done." },
      PostToolUse: { tool_name: "Bash", tool_input: {}, tool_use_id: "t1", tool_response: response },
      UserPromptSubmit: { prompt: "Go on" },
      SessionStart: { source: "resume", model: "claude-sonnet-4-5" },
    };
    return { ...common, hook_event_name: kind, ...more[kind] };
  }
}

const bareNode = () => timeNode(["-e", "0"], "", {});

/** One call after the other, in turn over the modes, so that a busy moment of the machine falls on all of them. */
async function measure(modes: readonly Mode[]): Promise<void> {
  for (const mode of modes) await mode.call("Stop", 0);
  await sleep(UPLOADER_START_MS);
  for (const mode of modes) mode.calls.clear();
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of KINDS) {
      for (const mode of modes) {
        if (mode.name === "up") mode.forget();
        await mode.call(kind, await bareNode());
      }
    }
  }
}

/** The uploader works beside whatever comes next, so that these calls come by themselves. */
async function measureStarts(modes: readonly Mode[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of modes) {
      mode.endUploader();
      await mode.call("Stop", await bareNode(), "Stop, starting the uploader");
      await sleep(UPLOADER_WRITES_LOCK_MS);
      mode.endUploader();
    }
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "steward-hook-"));
  const bundle = path.join(folder, "steward.mjs");
  await bundleSteward(bundle);
  const [up, hanging] = [await stubServer(false), await stubServer(true)];
  const modes = [
    new Mode("up", bundle, folder, up.origin),
    new Mode("down", bundle, folder, DOWN),
    new Mode("hanging", bundle, folder, hanging.origin),
  ];
  try {
    await measure(modes);
    await measureStarts(modes);
    const [, , slow] = modes;
    slow?.forget();
    await slow?.call("SessionStart", await bareNode(), "SessionStart, the first one");
    report(modes);
  } finally {
    for (const mode of modes) mode.endUploader();
    up.close();
    hanging.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(modes: readonly Mode[]): void {
  const rows = modes.flatMap(({ name, calls }) => [...calls].map(([call, timed]) => rowOf(call, name, timed)));
  const bareMs = median(modes.flatMap(({ calls }) => [...calls.values()].flat().map((timed) => timed.bareMs)));
  console.log(`Medians of ${ROUNDS} rounds, each call beside a start of Node alone: ${bareMs.toFixed(1)} ms`);
  const titles = `${"ms".padStart(9)}${"over node".padStart(12)}${"least over".padStart(12)}${"ratio".padStart(8)}`;
  console.log(`${"call".padEnd(30)}${"server".padEnd(9)}${titles}`);
  for (const { call, server, ms, overMs, leastOverMs, ratio } of rows) {
    const figures = [ms.toFixed(1).padStart(9), overMs.toFixed(1).padStart(12), leastOverMs.toFixed(1).padStart(12)];
    console.log(`${call.padEnd(30)}${server.padEnd(9)}${figures.join("")}${ratio.toFixed(2).padStart(8)}`);
  }
  // For a server that hangs the first start waits; the limit holds for servers that are up or down.
  const mostOverMs = Math.max(...rows.filter(({ server }) => server !== "hanging").map((row) => row.overMs));
  console.log(`Most over Node with the server up or down: ${mostOverMs.toFixed(1)} ms (limit ${LIMIT_MS} ms)`);
  console.log(JSON.stringify({ bench: "hook", bareMs: rounded(bareMs), mostOverMs: rounded(mostOverMs), rows }));
}

function rowOf(call: string, server: string, timed: readonly Timed[]) {
  const over = timed.map(({ ms, bareMs }) => ms - bareMs);
  const bareMs = median(timed.map((one) => one.bareMs));
  const ms = median(timed.map((one) => one.ms));
  return {
    call,
    server,
    ms: rounded(ms),
    /** The median of the differences: of two starts a moment apart both are slow on a busy machine. */
    overMs: rounded(median(over)),
    leastOverMs: rounded(Math.min(...timed.map((one) => one.ms)) - Math.min(...timed.map((one) => one.bareMs))),
    ratio: Number((ms / bareMs).toFixed(2)),
  };
}

function rounded(milliseconds: number): number {
  return Number(milliseconds.toFixed(1));
}

await main();
