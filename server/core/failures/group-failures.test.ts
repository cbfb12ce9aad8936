import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { fingerprintText } from "./fingerprint-text";
import { groupFailures } from "./group-failures";
import { nextStatus } from "./next-status";
import { errorSignature, normalizeError } from "./signature";
import { arrangedAnew } from "./testing/arranged-anew";

function groups(session: SessionBuilder) {
  return groupFailures(session.build());
}
const TSC = "src/a.ts(12,5): error TS2345: Argument of type 'string' is not assignable to 'number'.";

describe("failures of one cause", () => {
  it.each([
    [
      "line numbers",
      "/home/a/app/src/x.ts:10:5 - error TS2345: Wrong type",
      "/home/a/app/src/x.ts:99:1 - error TS2345: Wrong type",
    ],
    [
      "the folder of the checkout",
      "/home/ann/app/src/x.ts:10 error: boom",
      "/Users/bob/work/app/src/x.ts:10 error: boom",
    ],
    [
      "temp folders and ids",
      "Error: ENOENT: open '/tmp/run-7f3a9c2b1/cfg.json'",
      "Error: ENOENT: open '/tmp/run-11bc04de2/cfg.json'",
    ],
    ["process ids", "Error: process 4411 was killed", "Error: process 90210 was killed"],
    [
      "times and durations",
      "Error: timed out after 1.5s at 2026-03-01T10:00:00Z",
      "Error: timed out after 30s at 2026-04-02T11:22:33Z",
    ],
    ["addresses", "Error: segfault at 0xdeadbeef", "Error: segfault at 0x00012fff"],
    ["asserted numbers", "AssertionError: expected 2 to be 1", "AssertionError: expected 90 to be -7"],
    [
      "uuids",
      "Error: no row 018f3c3e-1111-7abc-8def-0123456789ab",
      "Error: no row 0190aaaa-2222-7abc-8def-ba9876543210",
    ],
  ])("are one whatever their %s", (_what, one, other) => {
    expect(normalizeError(one)).toBe(normalizeError(other));
  });

  it.each([
    ["error codes", "error TS2345: Wrong", "error TS2322: Wrong"],
    ["modules", "Error: Cannot find module 'react'", "Error: Cannot find module 'vue'"],
    ["files", "src/a.ts:1 error: boom", "src/b.ts:1 error: boom"],
    ["exit codes", "exit code 1", "exit code 2"],
    ["HTTP answers", "Error: HTTP 404", "Error: HTTP 500"],
    ["messages", "fatal: no upstream branch", "fatal: not a git repository"],
  ])("are two when their %s differ", (_what, one, other) => {
    expect(normalizeError(one)).not.toBe(normalizeError(other));
  });

  it("are grouped by command and cause, with every occurrence", () => {
    const session = aSession()
      .ran("npx tsc --noEmit", { exit: 2, text: TSC })
      .ran("npx tsc --noEmit", { exit: 2, text: TSC.replace("12,5", "40,1") })
      .ran("npx tsc --noEmit", { exit: 2, text: TSC.replace("TS2345", "TS2322") });
    expect(groups(session).map((one) => [one.type, one.occurrences.length])).toEqual([
      ["build_failure", 2],
      ["build_failure", 1],
    ]);
  });

  it("tells assertions of two tests apart", () => {
    const text = (name: string) => ` FAIL  src/a.test.ts > ${name}\nAssertionError: expected 1 to be 2`;
    const session = aSession()
      .ran("npx vitest run", { exit: 1, text: text("adds") })
      .ran("npx vitest run", { exit: 1, text: text("subtracts") });
    expect(groups(session)).toHaveLength(2);
  });
});

describe("what is no failure", () => {
  it("is a refusal, collateral damage, an aborted call or an answer by exit code", () => {
    const session = aSession()
      .ran("npm test", { exit: 1, outcome: "refused" })
      .ran("npm test", { exit: 1, outcome: "collateral" })
      .ran("npm test", { exit: 1, outcome: "aborted" })
      .ran("grep -rn needle src", { exit: 1, text: "" })
      .ran("npm test");
    expect(groups(session)).toEqual([]);
  });

  it("but a search that could not run is one", () => {
    expect(
      groups(aSession().ran("grep -rn needle nowhere", { exit: 2, text: "grep: nowhere: No such file or directory" })),
    ).toHaveLength(1);
  });
});

describe("resolution", () => {
  it("is the later success of the same command, with what changed in between", () => {
    const session = aSession().ran("npm test", { exit: 1, text: "Error: boom" }).edited("src/a.ts").ran("npm test");
    const [failure] = groups(session);
    expect(failure?.occurrences[0]?.resolvedBy).toBe(session.last);
    expect(failure?.changedBeforeSuccess).toEqual(["src/a.ts"]);
  });

  it("is none when another command succeeds, or a filter hides the exit code", () => {
    const failed = aSession().ran("npm test", { exit: 1, text: "Error: boom" });
    for (const command of ["npm run lint", "npm test || true", "npm test -- src/b.test.ts"]) {
      expect(groups(failed.ran(command))[0]?.occurrences[0]?.resolvedBy).toBeNull();
    }
  });

  it("of a part is the success of the whole", () => {
    const session = aSession()
      .ran("npx vitest run src/a.test.ts", { exit: 1, text: "Error: boom" })
      .ran("npx vitest run");
    expect(groups(session)[0]?.occurrences[0]?.resolvedBy).toBe(session.last);
  });

  it("of a tool is its success on the same target", () => {
    const failed = aSession().edited("src/a.ts", { outcome: "error", text: "String to replace not found" });
    expect(groups(failed.edited("src/b.ts"))[0]?.occurrences[0]?.resolvedBy).toBeNull();
    const fixed = failed.edited("src/a.ts");
    expect(groups(fixed)).toMatchObject([{ type: "tool_error", occurrences: [{ resolvedBy: fixed.last }] }]);
  });
});

describe("the line that names the cause", () => {
  it.each([
    [
      "Exit code 1\nnpm error code ELIFECYCLE\nTypeError: x is not a function\n  at a.js:1",
      "TypeError: x is not a function",
    ],
    ['Traceback (most recent call last):\n  File "a.py", line 3\nValueError: bad value 7', "ValueError: bad value 7"],
    [
      "building…\nsrc/a.rs:1: error[E0308]: mismatched types\nerror: could not compile",
      "src/a.rs:1: error[E0308]: mismatched types",
    ],
    ["FAIL src/a.test.ts\nTests 1 failed | 2 passed\nAssertionError: no", "AssertionError: no"],
  ])("is found in %j", (text, line) => {
    expect(errorSignature(text, 1).line).toBe(line);
  });

  it("is the exit code when the output names none", () => {
    expect(errorSignature("src\nlib\n", 3)).toEqual({ line: "exit code 3", signature: "exit code n3" });
  });
});

describe("groupFailures", () => {
  it("does not depend on the order of arrival", () => {
    const session = aSession()
      .ran("npm test", { exit: 1, text: "Error: boom" })
      .inThread("t1", "tester")
      .ran("npm test", { exit: 1, text: "Error: boom" })
      .inThread("main")
      .edited("src/a.ts")
      .ran("npm test")
      .build();
    const expected = groupFailures(session);
    fc.assert(
      fc.property(arrangedAnew(session), (shuffled) => {
        expect(groupFailures(shuffled)).toEqual(expected);
      }),
    );
  });

  it("keeps fingerprints short, and apart for texts that differ behind the cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 5_000 }), fc.string({ maxLength: 5_000 }), (subject, text) => {
        expect(fingerprintText(subject, errorSignature(text, 1).signature).length).toBeLessThanOrEqual(603);
      }),
    );
    const long = "x".repeat(400);
    expect(fingerprintText(`${long}a`, "e")).not.toBe(fingerprintText(`${long}b`, "e"));
  });

  it("normalizes a megabyte in one line without delay", () => {
    const text = `Error: ${"/a.b-c".repeat(170_000)}`;
    const startedAt = performance.now();
    errorSignature(text, 1);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe("the status after an occurrence", () => {
  const last = (atMs: number, isResolved: boolean) => ({ atMs, isResolved });
  it("follows the latest occurrence", () => {
    expect(nextStatus({ status: "resolved", setByPersonAtMs: null, lastOccurrence: last(5, false) })).toBe("active");
    expect(nextStatus({ status: "active", setByPersonAtMs: null, lastOccurrence: last(5, true) })).toBe("resolved");
  });
  it("is what a person said until the failure occurs again", () => {
    expect(nextStatus({ status: "resolved", setByPersonAtMs: 10, lastOccurrence: last(9, false) })).toBe("resolved");
    expect(nextStatus({ status: "resolved", setByPersonAtMs: 10, lastOccurrence: last(11, false) })).toBe("active");
  });
});
