import { describe, expect, it } from "vitest";
import { inboxHref, readCompared, readInboxPlace } from "./links";

const BASE = { team: "t", project: "p" };

describe("the inbox in its address", () => {
  it("is read back as it was written", () => {
    const place = { list: "me", search: "web hooks & co", cursor: "2026-11-20T10:00:00.000Z~3" } as const;
    const address = new URL(inboxHref(BASE, place, 7), "https://example.org");
    expect(address.pathname).toBe("/t/p/handoffs/7");
    expect(readInboxPlace(address.searchParams)).toEqual(place);
  });

  it("takes a list that is not known for all", () => {
    expect(readInboxPlace(new URLSearchParams("list=everything"))).toEqual({ list: "all", search: "", cursor: null });
  });
});

describe("compared versions", () => {
  it("are the newest and the one before it when the address does not say", () => {
    expect(readCompared(new URLSearchParams(), 4)).toEqual({ from: 3, to: 4 });
    expect(readCompared(new URLSearchParams("from=1&to=3"), 4)).toEqual({ from: 1, to: 3 });
    expect(readCompared(new URLSearchParams("from=9&to=0"), 4)).toEqual({ from: 3, to: 4 });
    expect(readCompared(new URLSearchParams(), 1)).toEqual({ from: 1, to: 1 });
  });
});
