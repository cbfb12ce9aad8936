import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "./parse-query";

const read = (query: string) => {
  const parsed = parseQuery(query);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.value;
};
const term = (text: string, more: object = {}) => ({ text, isPhrase: false, isExcluded: false, ...more });

describe("a search", () => {
  it("has words, phrases and what is excluded", () => {
    expect(read('retry "token bucket" -webhook -"dead letter"').terms).toEqual([
      term("retry"),
      term("token bucket", { isPhrase: true }),
      term("webhook", { isExcluded: true }),
      term("dead letter", { isPhrase: true, isExcluded: true }),
    ]);
  });

  it("has fields, several values of one, and quoted ones", () => {
    expect(
      read('kind:decisions,Failure author:"Ines Okafor" -tool:Bash path:./src/Billing/ session:S-012').fields,
    ).toEqual([
      { field: "kind", token: "kind:decision", isExcluded: false },
      { field: "kind", token: "kind:failure", isExcluded: false },
      { field: "author", token: "author:ines okafor", isExcluded: false },
      { field: "tool", token: "tool:bash", isExcluded: true },
      { field: "path", token: "path:src/billing", isExcluded: false },
      { field: "session", token: "session:12", isExcluded: false },
    ]);
  });

  it("has a time from a day on and before a day", () => {
    expect(read("lock after:2026-11-01 before:2026-12-01")).toMatchObject({
      fromMs: Date.UTC(2026, 10, 1),
      untilMs: Date.UTC(2026, 11, 1),
    });
  });

  it("takes other colons, options and lone quotes for text", () => {
    expect(read("Error: http://x.test/a --watch foo-bar").terms.map(({ text }) => text)).toEqual([
      "Error:",
      "http://x.test/a",
      "--watch",
      "foo-bar",
    ]);
    expect(read('a "b').terms.map(({ text }) => text)).toEqual(["a", "b"]);
  });

  it("takes curly quotes for quotes, and letters however they were composed", () => {
    expect(read("“token bucket” author:„Ines Okafor“")).toEqual(read('"token bucket" author:"Ines Okafor"'));
    expect(read("cafe\u0301 path:src/cafe\u0301.ts")).toEqual(read("caf\u00e9 path:src/caf\u00e9.ts"));
  });

  it.each([
    ["path:/", "path:/ is the whole project"],
    ["path:./", "path:./ is the whole project"],
    ["kind:thing", "kind:thing is not a kind"],
    ["x after:2026-02-30", "after:2026-02-30 is not a day"],
    ["x -before:2026-02-03", "use after: instead"],
    ["x session:0", "session:0 is not the number"],
    ["x status:", "status: has no value. Write status:accepted"],
    ["-x", "The search is empty"],
    ["a ".repeat(25), "25 words"],
    ["a".repeat(401), "401 characters"],
  ])("%s is refused with a remedy", (query, message) => {
    const parsed = parseQuery(query);
    expect(parsed).toMatchObject({ ok: false, fault: { code: "bad_request", field: "query" } });
    if (!parsed.ok) expect(parsed.fault.message).toContain(message);
  });

  it("never fails in any other way", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 420 }), (query) => {
        const parsed = parseQuery(query);
        if (!parsed.ok) expect(parsed.fault.code).toBe("bad_request");
      }),
    );
  });
});
