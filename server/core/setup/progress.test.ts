import { describe, expect, it } from "vitest";
import { doneSteps, type SetupProgress } from "./progress";

const NOTHING: SetupProgress = {
  hasKey: false,
  keyUsed: false,
  sessions: 0,
  analysed: 0,
  hasTeammate: false,
  may: { makeKey: true, invite: true },
};

describe("the steps to the first chart", () => {
  it("are all open in a new project", () => {
    expect([...doneSteps(NOTHING)]).toEqual([]);
  });

  it("ask for no key once sessions arrive, whoever sent them", () => {
    expect([...doneSteps({ ...NOTHING, sessions: 3 })]).toEqual(["key", "session"]);
  });

  it("end with the chart and the teammate", () => {
    expect([...doneSteps({ ...NOTHING, hasKey: true, sessions: 1, analysed: 1, hasTeammate: true })]).toHaveLength(4);
  });
});
