import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProjectHintReader } from "../files/project-hints";
import { quickHints } from "./quick-hints";

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "quick-hints-")));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function git(folder: string, ...args: string[]): void {
  const who = ["-c", "user.name=Ines", "-c", "user.email=ines@harbor.test", "-c", "protocol.file.allow=always"];
  execFileSync("git", ["-C", folder, ...who, ...args], { stdio: "ignore" });
}

function repository(name: string, remote?: string): string {
  const folder = path.join(root, name);
  mkdirSync(path.join(folder, "src"), { recursive: true });
  git(folder, "init", "--quiet");
  git(folder, "commit", "--allow-empty", "-m", "Begin");
  if (remote !== undefined) git(folder, "remote", "add", "origin", remote);
  return folder;
}

describe("what git's files tell of a folder", () => {
  const FOLDERS: Readonly<Record<string, () => string>> = {
    "a repository": () => repository("plain", "git@github.com:harbor/billing-api.git"),
    "a folder in one": () => path.join(repository("deep", "https://ines:secret@github.com/harbor/api.git"), "src"),
    "one without a remote": () => repository("alone"),
    "a clone of a folder": () => repository("clone", "/srv/git/billing-api.git"),
    "one with another remote first": () => {
      const folder = repository("forked");
      git(folder, "remote", "add", "upstream", "https://github.com/harbor/api.git");
      git(folder, "remote", "add", "origin", "https://github.com/ines/api.git");
      return folder;
    },
    "a linked worktree": () => {
      const tree = path.join(root, "linked");
      git(repository("main", "https://github.com/harbor/main.git"), "worktree", "add", tree);
      return tree;
    },
    "a submodule": () => {
      const outer = repository("outer", "https://github.com/harbor/outer.git");
      git(outer, "submodule", "add", repository("inner", "https://github.com/harbor/inner.git"), "inner");
      return path.join(outer, "inner");
    },
    "no repository": () => {
      const folder = path.join(root, "none");
      mkdirSync(folder);
      return folder;
    },
    "a folder that is not there": () => path.join(root, "nowhere"),
    "a folder of another system": () => "C:\\app",
  };

  it.each(Object.keys(FOLDERS))("is what git tells of %s", async (name) => {
    const folder = FOLDERS[name]?.() ?? "";
    expect(quickHints(folder)).toEqual(await new ProjectHintReader().of(folder));
  });

  it("comes with the project that the nearest .steward.json names", () => {
    const folder = repository("named", "https://github.com/harbor/named.git");
    writeFileSync(path.join(folder, ".steward.json"), '{"project":"billing-api"}');
    expect(quickHints(path.join(folder, "src"))).toMatchObject({ projectSlug: "billing-api", root: folder });
    writeFileSync(path.join(folder, "src/.steward.json"), "{}");
    expect(() => quickHints(path.join(folder, "src"))).toThrow(/src\/\.steward\.json names no project/);
  });
});
