import { describe, expect, it } from "vitest";
import { normalizeGitRemote, normalizeRoot } from "./project-source";

describe("git remotes", () => {
  it.each([
    "https://github.com/Acme/App.git",
    "https://github.com/acme/app",
    "https://github.com/acme/app/",
    "https://ada:ghp_token@github.com/acme/app.git",
    "ssh://git@github.com/acme/app.git",
    "ssh://git@github.com:22/acme/app.git",
    "git+ssh://git@github.com/acme/app",
    "git@github.com:acme/app.git",
    "  git@GitHub.com:acme/app  ",
    "git://github.com/acme/app.git",
  ])("has one form for %s", (remote) => {
    expect(normalizeGitRemote(remote)).toBe("github.com/acme/app");
  });

  it.each(["", "origin", "C:\\code\\app", "/srv/git/app.git", "https://github.com/", "https://"])(
    "finds no remote in %j",
    (text) => {
      expect(normalizeGitRemote(text)).toBeNull();
    },
  );
});

it("writes a folder one way", () => {
  expect(normalizeRoot("D:\\code\\app\\")).toBe("d:/code/app");
  expect(normalizeRoot("/home/ada/app/")).toBe("/home/ada/app");
  expect(normalizeRoot("/")).toBe("/");
});
