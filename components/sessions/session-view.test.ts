import { describe, expect, it } from "vitest";
import { bareRef, eventHref, readNumber, readView, viewHref } from "./session-view";

const BASE = { team: "harbor", project: "billing api" };
const read = (query: string) => readView(new URLSearchParams(query));

describe("the view of a session in its address", () => {
  it("is the timeline unless another one is named", () => {
    expect(read("")).toBe("timeline");
    expect(read("view=runs&run=3")).toBe("runs");
    expect(read("view=everything")).toBe("timeline");
  });

  it("is the timeline when an event is opened", () => {
    expect(read("view=runs&event=e4")).toBe("timeline");
  });

  it("is written without a view for the timeline", () => {
    expect(viewHref(BASE, 12, "timeline")).toBe("/harbor/billing%20api/sessions/12");
    expect(viewHref(BASE, 12, "runs", { run: "3" })).toBe("/harbor/billing%20api/sessions/12?view=runs&run=3");
  });
});

describe("names in addresses", () => {
  it("leave the prefix of a ref out", () => {
    expect(bareRef("ctx:e4#2")).toBe("e4#2");
    expect(bareRef("e4")).toBe("e4");
    expect(eventHref(BASE, 12, "ctx:e4#2")).toBe("/harbor/billing%20api/sessions/12?event=e4%232");
  });

  it("take whole positive numbers only", () => {
    expect(readNumber("12")).toBe(12);
    for (const text of [null, "", "0", "-1", "1.5", "one", "12345678901"]) expect(readNumber(text)).toBeNull();
  });
});
