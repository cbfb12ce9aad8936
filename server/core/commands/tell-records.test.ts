import { describe, expect, it } from "vitest";
import type { Everything, Hit } from "../search/everything-view";
import { tellSearch } from "./tell-records";

const plain = (text: string) => [{ text, isMarked: false }];
const aHit = (over: Partial<Hit>): Hit => ({
  kind: "decision",
  id: "one",
  number: 4,
  subject: null,
  path: null,
  session: null,
  ref: null,
  title: plain("Round half up"),
  snippet: plain("Invoices are rounded."),
  status: "accepted",
  at: "2026-11-01T10:00:00.000Z",
  inContext: null,
  residency: null,
  alsoIn: [],
  alsoNumbers: [],
  alsoInSessions: 0,
  ...over,
});
const found = (hits: Hit[]): Everything => ({
  hits,
  matched: "all",
  byMeaning: false,
  meaningFault: null,
  corrected: null,
  kinds: [],
  isBounded: false,
  isComplete: true,
  timeZone: "UTC",
  nextCursor: null,
});

describe("what a search found", () => {
  it("has the text on a line below its title, with the found words in bold", () => {
    const snippet = [...plain("Invoices are "), { text: "rounded", isMarked: true }, ...plain(".")];
    // Two spaces at the end of a line are a line break in Markdown.
    expect(tellSearch(found([aHit({ snippet })]))).toBe("- DEC-004 Round half up  \n  Invoices are **rounded**.\n");
  });

  it("does not say twice what is its own title", () => {
    const hit = aHit({ kind: "event", number: null, session: 12, ref: "ctx:0017", snippet: plain("Round half up") });
    expect(tellSearch(found([hit]))).toBe("- S-12 `ctx:0017` Round half up\n");
  });
});
