import { describe, expect, it } from "vitest";
import { CAPABILITIES } from "../telemetry/session-views";
import { commitEffect, undoEffect } from "./effects";

describe("what a client does with a run", () => {
  it("promises a running window only to a client that can change it", () => {
    expect(commitEffect("live", "opencode")).toContain("at its next turn");
    expect(commitEffect("at-resume", "claude-code")).toContain("from the next resume or checkpoint");
    expect(commitEffect("advice", "cursor")).toContain("as advice");
  });

  it("never says of an undone run that a running window changes at once", () => {
    for (const capability of CAPABILITIES) {
      for (const isApplied of [true, false]) {
        const sentence = undoEffect(capability, "the-client", isApplied);
        expect(sentence).toContain("the-client");
        expect(sentence).not.toMatch(/at once|immediately/);
      }
    }
    expect(undoEffect("live", "pi", true)).toContain("until it loads the context again");
    expect(undoEffect("advice", "cursor", true)).toContain("never changed");
  });
});
