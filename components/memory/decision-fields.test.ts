import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DecisionInput } from "@/server/core/decisions/decision-input";
import { fieldsOfDecision, inputOfFields, numbersOf, unreadNumbers } from "./decision-fields";

const ZONE = "Europe/Berlin";
const INPUT = DecisionInput.parse({
  title: "Deliver from an outbox",
  decidedOn: "2026-11-04T23:30:00.000Z",
  alternatives: [{ option: "Inline", whyNot: "Sends twice." }],
  tags: ["webhooks", "stripe"],
  affectedPaths: ["src/webhooks/**"],
  assumptions: ["40 a minute"],
  evidence: [{ kind: "event", session: 12, ref: "01a4", note: "it said so" }],
  supersedes: [27],
});

describe("the form of a decision", () => {
  it("sends back what it was given, to the minute, when nobody typed", () => {
    expect(inputOfFields(fieldsOfDecision(INPUT, ZONE), INPUT, ZONE)).toEqual(INPUT);
  });

  it("shows the day of the project's zone, and a changed one begins at its midnight", () => {
    const fields = fieldsOfDecision(INPUT, ZONE);
    expect(fields.day).toBe("2026-11-05");
    expect(inputOfFields({ ...fields, day: "2026-11-06" }, INPUT, ZONE).decidedOn).toBe("2026-11-05T23:00:00.000Z");
    expect(inputOfFields({ ...fields, day: "" }, INPUT, ZONE).decidedOn).toBeNull();
  });

  it("reads numbers as people write them, and says what it could not read", () => {
    expect(numbersOf("DEC-027, 31,dec-4")).toEqual([27, 31, 4]);
    expect(unreadNumbers("DEC-027, FAIL-3, x")).toEqual(["FAIL-3", "x"]);
  });

  it("keeps lists whole, whatever their members are", () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-z0-9/*.-]{1,12}$/), { maxLength: 6 });
    fc.assert(
      fc.property(words, words, (tags, affectedPaths) => {
        const input = { ...INPUT, tags, affectedPaths };
        expect(inputOfFields(fieldsOfDecision(input, ZONE), input, ZONE)).toEqual(input);
      }),
    );
  });
});
