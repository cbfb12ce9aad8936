import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../events/tokens";
import type { SessionEvent } from "../prune/model";
import { STRICT_POLICY } from "../prune/policy";
import { aSession } from "../prune/testing/session-builder";
import { keptMeaning, MAX_SHARE_LEFT, withoutContext } from "./retained";

function lastOf(session: ReturnType<typeof aSession>) {
  const event = session.build().events.at(-1);
  if (event === undefined) throw new Error("The session is empty.");
  return event;
}

const keep = (event: SessionEvent) => keptMeaning(event, withoutContext(STRICT_POLICY.retain));

describe("keptMeaning", () => {
  it("keeps path, lines, count and declared names of a read", () => {
    const text = `import a from "a";\nexport function run() {\n${"  doThisStepNow();\n".repeat(60)}}\nclass Box {\n${"  value;\n".repeat(30)}}`;
    const kept = keep(lastOf(aSession().read("src/a.ts", { text, lines: [1, 95] })));
    expect(kept).toBe(
      "src/a.ts lines 1–95: 95 lines. Declares run, Box\nclass Box {\n  value;\nAlso named: doThisStepNow",
    );
  });

  it("keeps the command, the exact exit code and the error lines", () => {
    const text = `${"compiling…\n".repeat(100)}src/a.ts(3,1): error TS2304: Cannot find name 'x'.\n0 errors in b\n${"more\n".repeat(100)}`;
    const kept = keep(lastOf(aSession().ran("npx  tsc\n--noEmit", { text, exit: 127 })));
    expect(kept).toContain("npx tsc --noEmit (exit 127): 203 lines.");
    expect(kept).toContain("src/a.ts(3,1): error TS2304: Cannot find name 'x'.");
  });

  it("keeps the names of a result without errors, and says how much there was", () => {
    const text = `${"a line that says nothing new\n".repeat(20)}src/first/place.ts and src/second/place.ts`;
    const kept = keep(lastOf(aSession().searched("needle", { text })));
    expect(kept).toBe("needle: 21 lines.\nAlso named: src/first/place.ts src/second/place.ts");
  });

  it("names a line once, and lets the less important go when there is no room", () => {
    const error = (at: number) => `Error: number ${at % 200} went wrong for a long and tedious reason`;
    const text = Array.from({ length: 300 }, (_, at) => error(at)).join("\n");
    const event = lastOf(aSession().ran("make", { text, exit: 2 }));
    const kept = keep(event) ?? "";
    expect(kept.match(/number 0 /g)).toHaveLength(1);
    expect(estimateTokens(kept)).toBeLessThanOrEqual(event.tokens * MAX_SHARE_LEFT);
  });

  it("leaves out what stands elsewhere in the window, but for the first two errors", () => {
    const event = lastOf(
      aSession().ran("make", {
        text: `${"note: one\n".repeat(9)}error: a\nerror: b\nerror: c\n${"x".repeat(400)}`,
        exit: 1,
      }),
    );
    const kept = keptMeaning(event, { ...withoutContext(STRICT_POLICY.retain), linePlaces: () => 1 });
    expect(kept).toBe("make (exit 1): 13 lines.\nerror: a\nerror: b");
  });

  it("keeps what an edit matched, and a line with a name that was used since", () => {
    const filler = Array.from({ length: 40 }, (_, at) => `  const part${at} = compute(${at});`).join("\n");
    const event = lastOf(
      aSession().read("src/a.ts", { text: `${filler}\n  return matched(line);\n  callOfUsedName();\n` }),
    );
    const kept = keptMeaning(event, {
      ...withoutContext({ ...STRICT_POLICY.retain, digestTokens: 0, declarations: false }),
      isEdited: (key) => key === "return matched(line);",
      isUsedSince: (name) => name === "callOfUsedName",
    });
    expect(kept).toBe("src/a.ts: 43 lines.\n  return matched(line);\n  callOfUsedName();");
  });

  it("has nothing to keep of what is short", () => {
    expect(keep(lastOf(aSession().ran("ls", { text: "a" })))).toBeNull();
  });

  it("is always at least a fifth shorter than what it replaces", () => {
    const line = fc.constantFrom(
      "error: x",
      "export function f() {",
      "plain",
      "",
      "x".repeat(400),
      "def g():",
      "Traceback",
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 130 }),
        (lines, isRead, exit) => {
          const text = lines.join("\n");
          const event = lastOf(isRead ? aSession().read("src/a.ts", { text }) : aSession().ran("make", { text, exit }));
          const kept = keep(event);
          if (kept !== null) expect(estimateTokens(kept)).toBeLessThanOrEqual(event.tokens * MAX_SHARE_LEFT);
        },
      ),
    );
  });

  it.skipIf(process.env["STEWARD_MUTATION"])("reads hostile lines in linear time", () => {
    const start = performance.now();
    keep(lastOf(aSession().read("a.ts", { text: `${" ".repeat(50_000)}\n`.repeat(20) })));
    keep(lastOf(aSession().ran("make", { text: "export ".repeat(50_000), exit: 1 })));
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
