import { describe, expect, it } from "vitest";
import { type DecisionStanding, decisionNotice } from "./notice";

const STANDS: DecisionStanding = {
  status: "accepted",
  since: "2026-06-10T08:00:00.000Z",
  supersededBy: [],
  amendedBy: [],
};
const told = (standing: Partial<DecisionStanding>) => decisionNotice({ ...STANDS, ...standing });
const accepted = (number: number) => ({ number, status: "accepted" as const });

describe("the notice of a decision", () => {
  it("is none for one that holds as it is written", () => {
    expect(told({})).toBeNull();
    expect(told({ amendedBy: [{ number: 4, status: "draft" }] })).toBeNull();
  });

  it("names what to follow instead", () => {
    expect(told({ status: "superseded", supersededBy: [accepted(14)] })).toBe(
      "Superseded by DEC-014 on 2026-06-10. Follow that one.",
    );
    expect(told({ status: "superseded", supersededBy: [accepted(14), accepted(15)] })).toBe(
      "Superseded by DEC-014 and DEC-015 on 2026-06-10. Follow those.",
    );
  });

  it("says so when what replaced it is gone as well", () => {
    expect(told({ status: "superseded", supersededBy: [{ number: 14, status: "deprecated" }] })).toBe(
      "Superseded on 2026-06-10. What replaced it no longer holds either.",
    );
  });

  it("says what was amended, and waits for the acceptance of what is only planned", () => {
    expect(told({ amendedBy: [accepted(9)] })).toBe(
      "Amended in part by DEC-009. Read both; where they differ, DEC-009 holds.",
    );
    expect(told({ supersededBy: [{ number: 14, status: "proposed" }] })).toBe(
      "DEC-014 would supersede it, once accepted. Until then it holds.",
    );
  });

  it.each(["draft", "proposed", "rejected", "deprecated"] as const)("warns of one that is %s", (status) => {
    expect(told({ status })?.toLowerCase()).toContain(status);
  });
});
