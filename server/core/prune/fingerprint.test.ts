import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprintCommand } from "./fingerprint";

const key = (command: string) => fingerprintCommand(command)?.key;

describe("fingerprintCommand", () => {
  it.each([
    ["bun test", "cd /repo && bun test"],
    ["bun test", "CI=1 bun test 2>&1 | tail -20"],
    ["npm test", "npm run test -- | head -5".replace(" --", "")],
    ["npx vitest run", "npx vitest run --reporter=verbose"],
    ["pytest tests/a.py", "python -m pytest -q tests/a.py"],
    ["pytest tests/a.py", "uv run pytest tests/a.py --tb=short"],
    ["tsc --noEmit", "time npx tsc --noEmit > /tmp/out.txt"],
    ["cargo build", "timeout 60 cargo build"],
    ["python /tmp/abc123/repro.py", "python /tmp/zzz999/repro.py"],
    ["curl x --since 2026-01-01", "curl x --since 2026-02-03T10:00:00Z"],
    ["./node_modules/.bin/tsc -p .", "tsc -p ."],
    ["eslint b a", "eslint a b"],
    ["sleep 5; make", "make"],
    ["bash -lc 'npm test'", "npm t"],
    ["pnpm check-types", "pnpm run check-types"],
    ["pnpm test -- --grep a", "pnpm test --grep a"],
  ])("%s = %s", (a, b) => {
    expect(key(a)).toBe(key(b));
  });

  it.each([
    ["bun test", "bun run build"],
    ["bun test a.test.ts", "bun test b.test.ts"],
    ["tsc --strict", "tsc"],
    ["mv a b", "mv b a"],
    ["git diff main feature", "git diff feature main"],
    ["python /tmp/a.py", "python /tmp/b.py"],
    ["npm run lint && npm test", "npm test"],
    ["git commit -m one", "git push"],
    ["python - <<'E'\nprint(1)\nE", "python - <<'E'\nprint(2)\nE"],
    ["grep foo src", "grep bar src"],
  ])("%s ≠ %s", (a, b) => {
    expect(key(a)).not.toBe(key(b));
  });

  it("says when the exit code belongs to something else", () => {
    const hidden = (command: string) => fingerprintCommand(command)?.exitHidden;
    expect(hidden("bun test")).toBe(false);
    expect(hidden("cd a && bun test && echo done")).toBe(false);
    expect(hidden("bun test | tail -5")).toBe(true);
    expect(hidden("set -o pipefail && bun test | tail -5")).toBe(false);
    expect(hidden("bun test || true")).toBe(true);
    expect(hidden("bun test; echo done")).toBe(true);
    expect(hidden("bun test &")).toBe(true);
  });

  it("tells the check, the family and what narrows it", () => {
    expect(fingerprintCommand("bun test src/a.test.ts -t login")).toMatchObject({
      check: "test",
      family: "bun test",
      scope: ["-t=login", "src/a.test.ts"],
    });
    expect(fingerprintCommand("npx tsc --noEmit")?.check).toBe("typecheck");
    expect(fingerprintCommand("npm run build")?.check).toBe("build");
    expect(fingerprintCommand("cargo clippy")?.check).toBe("lint");
    expect(fingerprintCommand("ls -la")?.check).toBeNull();
    expect(fingerprintCommand("cd packages/a && bun test")?.folder).toBe("packages/a");
  });

  it("has nothing to say of commands that only prepare", () => {
    expect(fingerprintCommand("cd /repo; export A=1")).toBeNull();
    expect(fingerprintCommand("")).toBeNull();
  });

  it("reads any text", () => {
    const shellish = fc.string({ unit: fc.constantFrom(..."ab \n\t\f\u00a0'\"`$()\\|&;<>2#-=/{}") });
    fc.assert(
      fc.property(fc.oneof(shellish, fc.string({ unit: "binary" })), (text) => fingerprintCommand(text) !== undefined),
    );
  });

  it.skipIf(process.env["STEWARD_MUTATION"])("stays linear on commands made to backtrack", () => {
    const start = performance.now();
    fingerprintCommand("a&&".repeat(100_000));
    fingerprintCommand("a|b;".repeat(50_000));
    fingerprintCommand(`x ${"/var/folders/".repeat(20_000)}`);
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(() => fingerprintCommand(`echo "${"\\".repeat(5_000)}`)).not.toThrow();
  });
});
