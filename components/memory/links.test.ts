import { describe, expect, it } from "vitest";
import { eventHref, readRecordNumber, readRecordPlace, roomHref } from "./links";

const BASE = { team: "harbor", project: "billing-api" };
const STATUSES = ["draft", "accepted"] as const;

describe("the address of a list", () => {
  it("holds everything that the list shows, and nothing else", () => {
    expect(roomHref(BASE, "decisions")).toBe("/harbor/billing-api/decisions");
    const place = { status: "draft", tag: "plan", search: "50 % & more", cursor: 12 } as const;
    const href = roomHref(BASE, "decisions", place, 7);
    expect(href).toBe("/harbor/billing-api/decisions/7?status=draft&tag=plan&q=50+%25+%26+more&after=12");
    const params = new URL(href, "http://x").searchParams;
    expect(readRecordPlace(params, STATUSES)).toEqual({ ...place, cursor: "12" });
  });

  it("reads what it does not know as not said", () => {
    const params = new URLSearchParams({ status: "burnt", after: "1; DROP TABLE", q: "\0 a " });
    expect(readRecordPlace(params, STATUSES)).toEqual({ status: null, tag: null, search: "a", cursor: null });
    expect(readRecordPlace(new URLSearchParams({ after: "2026-11-20T09:00:00.000Z~14" }), []).cursor).toContain("~14");
  });
});

describe("the number of a record", () => {
  it.each([
    ["12", 12],
    ["DEC-012", 12],
    ["dec-7", 7],
    ["0", null],
    ["-1", null],
    ["12x", null],
    ["", null],
  ])("%j is %j", (written, number) => {
    expect(readRecordNumber(written)).toBe(number);
  });
});

it("an event's address opens it in its session", () => {
  expect(eventHref(BASE, 12, "a#1")).toBe("/harbor/billing-api/sessions/12?event=a%231");
});
