import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeText } from "./files";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "steward-files-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("leaves no draft, which may hold a key, where a file cannot be put in its place", async () => {
  await mkdir(path.join(folder, "taken"));
  await expect(writeText(path.join(folder, "taken"), "secret", { isPrivate: true })).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["taken"]);
});
