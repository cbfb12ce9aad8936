import { describe, expect, it } from "vitest";
import { fingerprintCommand } from "./fingerprint";
import { mentionsOf } from "./mentions";
import { verdictOf } from "./testing/reading";
import { aSession } from "./testing/session-builder";
import { timelineOf } from "./timeline";
import { unitsOfText } from "./visible/text-units";

describe("faults that were put right", () => {
  it("reads the first name of a numbered line, whose number ends with an arrow", () => {
    expect(unitsOfText("    12→applyDiscount(price)").names).toEqual(["applyDiscount"]);
  });

  it("sees that the first name of a numbered line was used", () => {
    const read = aSession().read("a.ts", { text: "    12→applyDiscount(price)\n    13→return price;" });
    const session = read.said("applyDiscount is called twice.").build();
    const timeline = timelineOf(session);
    const entry = timeline.byRef.get(read.last);
    expect(entry && mentionsOf(timeline).refersTo(entry)).toBe(true);
  });

  it("does not take the name of a file for the end of another's: undoing a.ts leaves data.ts", () => {
    const text = Array.from({ length: 60 }, (_, at) => `const value${at} = compute(${at});`).join("\n");
    const edit = aSession().edited("src/data.ts", { text });
    const undone = edit.ran("git checkout -- a.ts").turns(200);
    expect(verdictOf(undone, edit.last)?.rule).not.toBe("compress-stale.undone-work");
  });
});

/** `it.fails` turns red once the fault is gone; then the test moves up. */
describe("known faults", () => {
  it.fails("does not see the program behind an option of a wrapper that has a value, or behind a wrapper's full path", () => {
    const key = (command: string) => fingerprintCommand(command)?.key;
    expect([key("timeout -k 5 60 make"), key("/usr/bin/env make"), key("nice -n 5 make")]).toEqual([
      "make",
      "make",
      "make",
    ]);
  });
});
