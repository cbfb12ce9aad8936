import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { takeLauncherLock } from "./lock";
import { processIdentity } from "./processes";

let folder: string;
const file = () => path.join(folder, "launcher.lock");

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "steward-lock-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("lets one launcher at a time work on a folder", () => {
  const lock = takeLauncherLock(folder, 3000);
  expect(lock.tookOver).toBe(false);
  expect(() => takeLauncherLock(folder, 4000)).toThrow(`process ${process.pid} on port 3000`);
  lock.release();
  expect(existsSync(file())).toBe(false);
  expect(takeLauncherLock(folder, 4000).tookOver).toBe(false);
});

it.each([
  ["of a process that is gone", { pid: 2_147_483_646, identity: "x", port: 3000 }],
  ["of an earlier process with our number", { pid: process.pid, identity: "another start", port: 3000 }],
  ["that was cut short", null],
])("takes over a lock %s", (_, holder) => {
  writeFileSync(file(), holder ? JSON.stringify(holder) : "{");
  expect(takeLauncherLock(folder, 3000).tookOver).toBe(true);
});

it("tells a process by its start: the same while it runs, none when it is gone", () => {
  expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
  expect(processIdentity(process.pid)).not.toBeNull();
  expect(processIdentity(2_147_483_646)).toBeNull();
});
