import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ProjectHintReader } from "./project-hints";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "hints-")));
  execFileSync("git", ["-C", folder, "init", "--quiet"]);
});
afterEach(() => rmSync(folder, { recursive: true }));

const withRemote = (remote: string) => {
  execFileSync("git", ["-C", folder, "remote", "add", "origin", remote]);
  return new ProjectHintReader().of(folder);
};

it("tells the remote of a repository without who signs in", async () => {
  expect(await withRemote("https://ines:secret@github.com/harbor/billing-api.git")).toEqual({
    root: folder,
    gitRemote: "https://github.com/harbor/billing-api.git",
  });
});

it.each(["/srv/git/billing-api.git", "../billing-api", "C:\\git\\billing-api"])(
  "leaves the remote %s out, which is a folder",
  async (remote) => {
    expect(await withRemote(remote)).toEqual({ root: folder });
  },
);
