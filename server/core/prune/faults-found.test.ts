import { describe, expect, it } from "vitest";
import { fingerprintCommand } from "./fingerprint";
import { mentionsOf } from "./mentions";
import { verdictOf } from "./testing/reading";
import { aSession } from "./testing/session-builder";
import { timelineOf } from "./timeline";
import { unitsOfText } from "./visible/text-units";

/**
 * Faults of the engine that are known and not put right yet, each as a test of what should hold. `it.fails` turns red
 * once the fault is gone; then the test moves to its room.
 */
describe("known faults", () => {
  it.fails("takes the arrow behind a line number for a letter, so that the first name of a numbered line is lost", () => {
    expect(unitsOfText("    12→applyDiscount(price)").names).toEqual(["applyDiscount"]);
  });

  it.fails("misses a use of the first name of each numbered line of a read", () => {
    const read = aSession().read("a.ts", { text: "    12→applyDiscount(price)\n    13→return price;" });
    const session = read.said("applyDiscount is called twice.").build();
    const timeline = timelineOf(session);
    const entry = timeline.byRef.get(read.last);
    expect(entry && mentionsOf(timeline).refersTo(entry)).toBe(true);
  });

  it.fails("takes the name of a file for the end of another's: undoing a.ts undoes data.ts", () => {
    const text = Array.from({ length: 60 }, (_, at) => `const value${at} = compute(${at});`).join("\n");
    const edit = aSession().edited("src/data.ts", { text });
    const undone = edit.ran("git checkout -- a.ts").turns(200);
    expect(verdictOf(undone, edit.last)?.rule).not.toBe("compress-stale.undone-work");
  });

  it.fails("does not see the program behind an option of a wrapper that has a value, or behind a wrapper's full path", () => {
    const key = (command: string) => fingerprintCommand(command)?.key;
    expect([key("timeout -k 5 60 make"), key("/usr/bin/env make"), key("nice -n 5 make")]).toEqual([
      "make",
      "make",
      "make",
    ]);
  });
});
