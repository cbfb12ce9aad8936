import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../events/tokens";
import type { SessionEvent } from "../prune/model";
import { STRICT_POLICY } from "../prune/policy";
import { aSession } from "../prune/testing/session-builder";
import { keptMeaning, withoutContext } from "./retained";

function lastOf(session: ReturnType<typeof aSession>) {
  const event = session.build().events.at(-1);
  if (event === undefined) throw new Error("The session is empty.");
  return event;
}

const keep = (event: SessionEvent) => keptMeaning(event, withoutContext(STRICT_POLICY.retain));

describe("keptMeaning", () => {
  it("keeps path, lines, count and declarations of a read", () => {
    const text = `import a from "a";\nexport function run() {\n${"  step();\n".repeat(60)}}\nclass Box {\n${"  x;\n".repeat(30)}}`;
    const kept = keep(lastOf(aSession().read("src/a.ts", { text, lines: [1, 95] })));
    expect(kept).toBe("src/a.ts lines 1–95: 95 lines.\nexport function run() {\nclass Box {");
  });

  it("keeps the command, the exact exit code and the error lines first", () => {
    const text = `${"compiling…\n".repeat(100)}src/a.ts(3,1): error TS2304: Cannot find name 'x'.\n0 errors in b\n${"more\n".repeat(100)}`;
    const kept = keep(lastOf(aSession().ran("npx  tsc\n--noEmit", { text, exit: 127 })));
    expect(kept).toBe("npx tsc --noEmit (exit 127): 203 lines.\nsrc/a.ts(3,1): error TS2304: Cannot find name 'x'.");
  });

  it("keeps the first line of a result without errors, and says how much there was", () => {
    const kept = keptMeaning(
      lastOf(aSession().searched("needle", { text: `\nsrc/a.ts:1\n${"src/b.ts:2\n".repeat(50)}` })),
    );
    expect(kept).toBe("needle: 53 lines.\nsrc/a.ts:1");
  });

  it("says what it left out, and names a line once", () => {
    const text = Array.from(
      { length: 300 },
      (_, at) => `Error: number ${at % 200} went wrong for a long and tedious reason`,
    ).join("\n");
    const kept = keep(lastOf(aSession().ran("make", { text, exit: 2 }))) ?? "";
    expect(kept).toMatch(/… \d+ more such lines$/);
    expect(kept.match(/number 0 /g)).toHaveLength(1);
  });

  it("has nothing to keep of what is short", () => {
    expect(keep(lastOf(aSession().ran("ls", { text: "a" })))).toBeNull();
  });

  it("is never longer than half of what it replaces", () => {
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
          if (kept !== null) expect(estimateTokens(kept)).toBeLessThanOrEqual(event.tokens / 2);
        },
      ),
    );
  });

  it("reads hostile lines in linear time", () => {
    const start = performance.now();
    keep(lastOf(aSession().read("a.ts", { text: `${" ".repeat(50_000)}\n`.repeat(20) })));
    keep(lastOf(aSession().ran("make", { text: "export ".repeat(50_000), exit: 1 })));
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
