import { describe, expect, it } from "vitest";
import { type Fingerprint, fingerprintCommand } from "./fingerprint";

const plain: Omit<Fingerprint, "key"> = { family: "", scope: [], folder: null, check: null, exitHidden: false };

/** The fingerprint with what is not said taken for the plain one. */
function fingerprint(key: string, rest: Partial<Fingerprint> = {}): Fingerprint {
  return { ...plain, key, family: key, ...rest };
}

describe("the fingerprint of a command, part by part", () => {
  it.each<[string, Fingerprint]>([
    ["make", fingerprint("make", { check: "build" })],
    ["A=1 B_2=x make", fingerprint("make", { check: "build" })],
    ["timeout 60 make", fingerprint("make", { check: "build" })],
    ["sudo -E nice -n make", fingerprint("make", { check: "build" })],
    ["env make", fingerprint("make", { check: "build" })],
    ["python3.12 -m pytest", fingerprint("pytest", { check: "test" })],
    ["python a.py", fingerprint("python : a.py", { family: "python", scope: ["a.py"] })],
    ["pnpm exec tsc", fingerprint("tsc", { check: "typecheck" })],
    ["pnpm dlx tsc", fingerprint("tsc", { check: "typecheck" })],
    ["bundle exec rspec", fingerprint("rspec", { check: "test" })],
    ["npm exec vitest", fingerprint("vitest", { check: "test" })],
    ["uv run pytest", fingerprint("pytest", { check: "test" })],
    ["npm t", fingerprint("npm test", { check: "test" })],
    ["npm run t", fingerprint("npm test", { check: "test" })],
    ["npm run-script build", fingerprint("npm run build", { check: "build" })],
    ["yarn build", fingerprint("yarn run build", { check: "build" })],
    ["bun build", fingerprint("bun build")],
    ["npm install a", fingerprint("npm install : a", { family: "npm install", scope: ["a"] })],
    ["npm run", fingerprint("npm run run")],
    ["npm --version", fingerprint("npm --version")],
    ["git -C a log", fingerprint("git -C : a log", { family: "git -C", scope: ["a", "log"] })],
    ["git log -3", fingerprint("git log -3")],
    ["vitest run src/a", fingerprint("vitest : src/a", { family: "vitest", scope: ["src/a"], check: "test" })],
    ["go vet ./...", fingerprint("go vet : ...", { family: "go vet", scope: ["..."], check: "lint" })],
    ["cargo check", fingerprint("cargo check", { check: "test" })],
    [
      "eslint --fix b a",
      fingerprint("eslint --fix : a b", { family: "eslint --fix", scope: ["a", "b"], check: "lint" }),
    ],
    ["pytest -q -v --tb=short -x", fingerprint("pytest -x", { check: "test" })],
    ["pytest -k login", fingerprint("pytest : -k=login", { family: "pytest", scope: ["-k=login"], check: "test" })],
    ["pytest -k", fingerprint("pytest : -k=", { family: "pytest", scope: ["-k="], check: "test" })],
    ["jest --grep=a", fingerprint("jest : --grep=a=", { family: "jest", scope: ["--grep=a="], check: "test" })],
    ["grep -v b a", fingerprint("grep -v : b a", { family: "grep -v", scope: ["b", "a"] })],
    ["ls -- -a", fingerprint("ls -a")],
    ["cd a && make", fingerprint("make", { folder: "a", check: "build" })],
    ["cd && make", fingerprint("make", { check: "build" })],
    ["cd a; cd b; make", fingerprint("make", { folder: "b", check: "build" })],
    ["make; make", fingerprint("make && make", { check: "build", exitHidden: true })],
    ["ls && npm test", fingerprint("ls && npm test", { check: "test" })],
    ["make | grep x", fingerprint("make", { check: "build", exitHidden: true })],
    ["make | node filter.js", { ...fingerprint("make && node : filter.js", { check: "build", exitHidden: true }) }],
    ["grep x a | head", fingerprint("grep : x a", { family: "grep", scope: ["x", "a"], exitHidden: true })],
    ["set -e -o pipefail; make | tail", fingerprint("make", { check: "build" })],
    ["set -e; make | tail", fingerprint("make", { check: "build", exitHidden: true })],
    ["make && echo ok", fingerprint("make", { check: "build" })],
    ["make && ls || true", fingerprint("make && ls", { check: "build", exitHidden: true })],
    ["make &", fingerprint("make", { check: "build", exitHidden: true })],
    ["bash -c 'npm test'", fingerprint("npm test", { check: "test" })],
    ["/bin/sh -ec 'make'", fingerprint("make", { check: "build" })],
    ["bash -c", fingerprint("bash -c")],
    ["bash run.sh", fingerprint("bash : run.sh", { family: "bash", scope: ["run.sh"] })],
    ["bash -c 'make' && ls", fingerprint("bash -c : make && ls")],
    ["cat /tmp/a/b/x.log", fingerprint("cat : <tmp>/x.log", { family: "cat", scope: ["<tmp>/x.log"] })],
    ["cat $TMPDIR/a/x.log", fingerprint("cat : <tmp>/x.log", { family: "cat", scope: ["<tmp>/x.log"] })],
    ["ls ./a", fingerprint("ls : a", { family: "ls", scope: ["a"] })],
    ["x 1767603601", fingerprint("x : <time>", { family: "x", scope: ["<time>"] })],
    ["x 2026-01-05", fingerprint("x : <time>", { family: "x", scope: ["<time>"] })],
    [
      `x ${"2026-01-05".padEnd(1_001, "y")}`,
      fingerprint(`x : ${"2026-01-05".padEnd(1_001, "y")}`, { family: "x", scope: ["2026-01-05".padEnd(1_001, "y")] }),
    ],
  ])("%j", (command, expected) => {
    expect(fingerprintCommand(command)).toEqual(expected);
  });

  it.each([
    "cd a",
    "echo 1; printf 2",
    "pushd a; popd",
    "export A=1",
    "sleep 3 && true",
    "source x; . y",
    "A=1",
    "# only a comment",
  ])("%j asks nothing", (command) => {
    expect(fingerprintCommand(command)).toBeNull();
  });
});
