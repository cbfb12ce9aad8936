import { describe, expect, it } from "vitest";
import { readSummariesPlace, summariesHref } from "./links";

const base = { team: "t", project: "p" };

describe("the address of the summaries", () => {
  it("says every filter, and is read back as it was", () => {
    const place = {
      person: "Mia & Ben",
      agent: "reviewer",
      branch: "feat/100%",
      from: "2026-02-01",
      to: "2026-02-03",
      search: "rate limit",
      cursor: null,
    };
    const href = summariesHref(base, place, 12);
    expect(href).toMatch(/^\/t\/p\/summaries\/12\?/);
    expect(readSummariesPlace(new URLSearchParams(href.split("?")[1]))).toEqual(place);
  });

  it("is short when nothing is filtered", () => {
    expect(summariesHref(base, { person: null, search: "" })).toBe("/t/p/summaries");
  });
});
