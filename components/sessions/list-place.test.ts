import { describe, expect, it } from "vitest";
import { NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import { sessionQuery, sessionsHref } from "../telemetry/links";
import { listQuery, readListOf, readListPlace } from "./list-place";
import { readTimelineState, writeTimelineState } from "./timeline/read-state";

const base = { team: "harbor", project: "billing-api" };
const cursor = "1795000000000~01a229da-8f16-7369-8756-8c5e75014fe6";

describe("address of a session list", () => {
  it("says the list again", () => {
    const filter = withChange(NO_FILTER, { range: "7d", agent: ["main"], skill: [""] });
    const place = { filter, sort: "noise", search: "a&b=c", window: 7, cursor } as const;
    const url = new URL(sessionsHref(base, place), "http://localhost");
    expect(readListPlace(url.searchParams)).toEqual({ ...place, problems: [] });
  });

  it("names what it cannot read and keeps the rest", () => {
    const read = readListPlace(new URLSearchParams("sort=size&window=11&after=../../etc&q=%00x&range=7d"));
    expect(read.problems.map((problem) => problem.field)).toEqual(["sort", "window", "after"]);
    expect(read).toMatchObject({ sort: "date", window: null, cursor: null, search: "x", filter: { range: "7d" } });
  });

  it("goes into a session and back", () => {
    const filter = withChange(NO_FILTER, { range: "7d", person: ["Ines & Mei"] });
    for (const place of [
      { filter, sort: "cost", search: "a&b", window: 10 },
      { filter: NO_FILTER, sort: "date", search: "", window: null },
    ] as const) {
      const address = new URLSearchParams({ noise: "proven", ...listQuery(place) });
      expect(readListOf(new URLSearchParams(address.toString()))).toMatchObject(place);
    }
    expect(readListOf(new URLSearchParams("noise=proven"))).toBeNull();
  });

  it("hands single values on to the session page, where several have no meaning", () => {
    const filter = withChange(NO_FILTER, {
      agent: ["Explore"],
      tool: ["Read", "Bash"],
      pass: ["duplicate", "superseded"],
    });
    expect(sessionQuery(filter)).toEqual({ agent: "Explore", noise: "proven" });
    expect(sessionQuery(withChange(NO_FILTER, { pass: ["idle"] }))).toEqual({ noise: "idle" });
    expect(sessionQuery(withChange(NO_FILTER, { pass: ["idle", "duplicate"] }))).toEqual({ noise: "any" });
    expect(sessionQuery(NO_FILTER)).toEqual({});
  });
});

describe("address of a timeline", () => {
  it("says the view again, and only what differs from all", () => {
    const state = {
      source: "reads",
      dims: true,
      residency: "reference",
      noise: "proven",
      kind: "tool_result",
      tool: "Read",
      skill: "review",
      errors: true,
      text: "npm test",
      event: "a#1",
    } as const;
    const params = writeTimelineState(new URLSearchParams("thread=t1"), state);
    expect(readTimelineState(params)).toEqual(state);
    expect(params.get("thread")).toBe("t1");
    const cleared = writeTimelineState(params, { ...readTimelineState(new URLSearchParams()) });
    expect(cleared.toString()).toBe("thread=t1");
  });

  it("tells no tool from any tool", () => {
    const params = writeTimelineState(new URLSearchParams(), { tool: "", skill: null });
    expect(params.toString()).toBe("tool=");
    expect(readTimelineState(params)).toMatchObject({ tool: "", skill: null });
  });

  it("takes a ref as texts write it, and ignores what it does not know", () => {
    const state = readTimelineState(new URLSearchParams("event=ctx:0147&res=gone&noise=stale&kind=x"));
    expect(state).toMatchObject({ event: "0147", residency: null, noise: null, kind: null });
  });
});
