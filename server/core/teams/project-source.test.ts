import { describe, expect, it } from "vitest";
import { normalizeSource } from "./project-source";

describe("a git remote", () => {
  it.each([
    "git@github.com:Acme/billing-api.git",
    "https://github.com/acme/billing-api",
    "https://github.com/acme/billing-api.git/",
    "https://ada:ghp_secret@github.com/acme/billing-api.git",
    "ssh://git@github.com:22/acme/billing-api.git",
    "github.com:acme/billing-api",
    "  github.com/acme/billing-api  ",
  ])("written as %j comes to one value", (remote) => {
    expect(normalizeSource("git_remote", remote)).toBe("github.com/acme/billing-api");
  });

  it.each([
    "",
    "origin",
    "/home/ada/app",
    "../app",
    "https://github.com/",
    "C:\\code\\app",
    "file:///home/ada/app.git",
  ])("is not %j, which names no host and path", (remote) => {
    expect(normalizeSource("git_remote", remote)).toBeNull();
  });
});

describe("a root", () => {
  it("has forward slashes and none at the end", () => {
    expect(normalizeSource("root", "/home/ada/app/")).toBe("/home/ada/app");
    expect(normalizeSource("root", "C:\\code\\App")).toBe("c:/code/App");
  });

  it.each(["", "/", "C:\\", "app", "./app", "~/app"])("is not %j, which is no absolute folder", (root) => {
    expect(normalizeSource("root", root)).toBeNull();
  });
});
