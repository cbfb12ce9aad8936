import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob";

function matches(pattern: string, path: string): boolean {
  const glob = compileGlob(pattern);
  if (!glob.ok) throw new Error(glob.fault.message);
  return glob.value.matches(path);
}

describe("compileGlob", () => {
  it.each([
    ["STATE.md", "STATE.md", true],
    ["STATE.md", ".planning/STATE.md", true],
    ["STATE.md", "/home/me/repo/.planning/STATE.md", true],
    ["STATE.md", "MYSTATE.md", false],
    ["STATE.md", "STATE.md/other", false],
    ["STATE.md", "C:\\repo\\STATE.md", true],
    ["CLAUDE.md", "claude.md", true],
    [".cursor/rules/**", "app/.cursor/rules/ui/a.mdc", true],
    [".cursor/rules/**", ".cursor/other/a.mdc", false],
    ["*.env", "config/prod.env", true],
    ["*.env", "config.env/readme", false],
    ["src/*/index.ts", "src/a/index.ts", true],
    ["src/*/index.ts", "src/a/b/index.ts", false],
    ["src/**/index.ts", "src/index.ts", true],
    ["src/**/index.ts", "src/a/b/index.ts", true],
    ["src/**/index.ts", "srcs/index.ts", false],
    ["/etc/*", "/etc/hosts", true],
    ["/etc/*", "/repo/etc/hosts", false],
    ["file.{ts,tsx}", "a/file.tsx", true],
    ["file.{ts,tsx}", "a/file.js", false],
    ["v[0-9].md", "v7.md", true],
    ["v[!0-9].md", "v7.md", false],
    ["a\\*b", "a*b", true],
    ["a\\*b", "axb", false],
    ["~/.fd-plan/*/DECISIONS.jsonl", "/home/u/.fd-plan/x/DECISIONS.jsonl", true],
  ])("%s on %s: %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it.each([
    ["", "is empty"],
    ["a{b", "opens { without }"],
    ["a[b", "opens [ without ]"],
    ["a\\", "ends with a lone"],
    ["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "more than 64"],
    ["x".repeat(501), "has 501 characters"],
  ])("refuses %s and says why", (pattern, message) => {
    const glob = compileGlob(pattern);
    expect(glob.ok ? "" : glob.fault.message).toContain(message);
  });

  it("matches every plain file name at any depth, and never throws", () => {
    const name = fc.stringMatching(/^[a-z0-9_.]{1,12}$/).filter((text) => text !== ".");
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 4 }), (file, folders) =>
        matches(file, [...folders, file].join("/")),
      ),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (pattern, path) => {
        const glob = compileGlob(pattern);
        if (glob.ok) glob.value.matches(path);
      }),
    );
  });

  it.skipIf(process.env["STEWARD_MUTATION"])("stays linear on a pattern made to backtrack", () => {
    const hostile = `${"a*".repeat(60)}b`;
    const path = "a".repeat(20_000);
    const start = performance.now();
    expect(matches(hostile, path)).toBe(false);
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
