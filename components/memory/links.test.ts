import { describe, expect, it } from "vitest";
import { eventHref, isFiltered, readRecordNumber, readRecordPlace, roomHref } from "./links";

const BASE = { team: "harbor", project: "billing-api" };
const STATUSES = ["draft", "accepted"] as const;
const SORTS = ["newest", "decided"] as const;
const NOTHING = {
  status: null,
  tag: [],
  author: [],
  path: [],
  from: null,
  to: null,
  search: "",
  due: false,
  sort: null,
  cursor: null,
};

describe("the address of a list", () => {
  it("holds everything that the list shows, and nothing else", () => {
    expect(roomHref(BASE, "decisions")).toBe("/harbor/billing-api/decisions");
    const place = {
      status: "draft",
      tag: ["plan", "stripe"],
      author: ["Ines Okafor"],
      path: ["src/webhooks/**"],
      from: "2026-11-01",
      to: "2026-11-30",
      search: "50 % & more",
      due: false,
      sort: "decided",
      cursor: "12~12",
    } as const;
    const href = roomHref(BASE, "decisions", place, 7);
    expect(href).toBe(
      "/harbor/billing-api/decisions/7?status=draft&tag=plan&tag=stripe&author=Ines+Okafor&path=src%2Fwebhooks%2F**" +
        "&from=2026-11-01&to=2026-11-30&q=50+%25+%26+more&sort=decided&after=12%7E12",
    );
    expect(readRecordPlace(new URL(href, "http://x").searchParams, STATUSES, SORTS)).toEqual(place);
  });

  it("reads what it does not know as not said, and swapped days the right way round", () => {
    const params = new URLSearchParams({ status: "burnt", after: "1; DROP TABLE", q: "\0 a ", sort: "x", tag: " " });
    expect(readRecordPlace(params, STATUSES, SORTS)).toEqual({ ...NOTHING, search: "a" });
    expect(readRecordPlace(new URLSearchParams({ after: "2026-11-20T09:00:00.000Z~14" }), []).cursor).toContain("~14");
    const swapped = new URLSearchParams({ from: "2026-11-30", to: "2026-11-01" });
    expect(readRecordPlace(swapped, STATUSES)).toMatchObject({ from: "2026-11-01", to: "2026-11-30" });
    expect(readRecordPlace(new URLSearchParams({ from: "2026-02-30" }), STATUSES).from).toBeNull();
  });

  it("knows whether anything narrows the list: an order or a page does not", () => {
    expect(isFiltered({ ...NOTHING, sort: "decided", cursor: "1~1" })).toBe(false);
    expect(isFiltered({ ...NOTHING, path: ["src"] })).toBe(true);
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
