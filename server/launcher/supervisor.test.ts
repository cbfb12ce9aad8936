import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { childEnvironment } from "@/server/env";
import { restartDelayMs, type Supervised, supervise } from "./supervisor";

let folder: string;
let supervised: Supervised | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "steward-supervisor-"));
});

afterEach(async () => {
  await supervised?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Crash {
  how: string;
  delayMs: number;
}

/** Supervises a Node program given as text; its output goes to `<folder>/log`. */
function aChild(program: string, { stopLimitMs = 5_000 } = {}): { crashes: Crash[]; output: () => string } {
  const crashes: Crash[] = [];
  const logFile = path.join(folder, "log");
  let starts = 0;
  supervised = supervise(
    {
      name: "child",
      nodeArguments: ["-e", program],
      environment: () => childEnvironment({ START: String(++starts) }),
      workingFolder: folder,
      logFile,
      stopLimitMs,
    },
    { onCrash: (_, how, delayMs) => crashes.push({ how, delayMs }) },
  );
  return { crashes, output: () => readFileSync(logFile, "utf8") };
}

async function until(check: () => boolean): Promise<void> {
  for (let waited = 0; waited < 15_000; waited += 20) {
    if (check()) return;
    await sleep(20);
  }
  throw new Error("Not within 15 s.");
}

describe("a supervised child", () => {
  it("starts again after it ended, with a fresh environment and longer and longer pauses", async () => {
    const { crashes, output } = aChild("console.log('start', process.env.START); process.exit(3)");
    await until(() => crashes.length >= 2);
    expect(crashes.slice(0, 2)).toEqual([
      { how: "exit 3", delayMs: 250 },
      { how: "exit 3", delayMs: 500 },
    ]);
    expect(output()).toContain("start 1\nstart 2");
  });

  it("ends by SIGTERM when it is stopped, and stays down", async () => {
    const { crashes, output } = aChild(
      "process.on('SIGTERM', () => { console.log('bye'); process.exit(0) }); setInterval(() => {}, 1e6); console.log('up')",
    );
    await until(() => output().includes("up"));
    await supervised?.stop();
    await sleep(400);
    expect(output()).toBe("up\nbye\n");
    expect(crashes).toEqual([]);
  });

  it("is killed when it does not end in time", async () => {
    const { output } = aChild("process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log('up')", {
      stopLimitMs: 100,
    });
    await until(() => output().includes("up"));
    const begun = Date.now();
    await supervised?.stop();
    expect(Date.now() - begun).toBeLessThan(5_000);
  });

  it("does not come back when it is stopped between two starts", async () => {
    const { crashes, output } = aChild("console.log('start'); process.exit(1)");
    await until(() => crashes.length === 1);
    await supervised?.stop();
    await sleep(600);
    expect(output()).toBe("start\n");
  });
});

it("waits at most half a minute before a start", () => {
  expect([1, 2, 3, 8, 50].map(restartDelayMs)).toEqual([250, 500, 1_000, 30_000, 30_000]);
});
