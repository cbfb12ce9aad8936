import { describe, expect, it } from "vitest";
import { projectToShow } from "./last-project";

const DEMO = { slug: "demo", isDemo: true };
const API = { slug: "api", isDemo: false };
const WEB = { slug: "web", isDemo: false };

describe("the project beside a team's pages", () => {
  it("is the one that was opened last", () => {
    expect(projectToShow([DEMO, API, WEB], "web")).toBe(WEB);
    expect(projectToShow([DEMO, API, WEB], "demo")).toBe(DEMO);
  });

  it("is the first of the person's own when none was opened or the one that was is gone", () => {
    expect(projectToShow([DEMO, API, WEB], undefined)).toBe(API);
    expect(projectToShow([DEMO, API, WEB], "deleted")).toBe(API);
  });

  it("is the demo when there is no other, and none when there is none", () => {
    expect(projectToShow([DEMO], undefined)).toBe(DEMO);
    expect(projectToShow([], "web")).toBeUndefined();
  });
});
