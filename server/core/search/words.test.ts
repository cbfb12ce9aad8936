import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokensOf } from "./words";

const words = (text: string) => tokensOf(text).map(({ lexeme, position }) => `${lexeme}@${position}`);

describe("words of a text", () => {
  it("are stemmed, and those that say nothing are left out but counted", () => {
    expect(words("The retries of a queue")).toEqual(["retri@1", "queue@4"]);
  });

  it("are also the parts of identifiers, beside the whole", () => {
    expect(words("getURLName fails")).toEqual(["geturlnam@0", "get@0", "url@1", "name@2", "fail@3"]);
    expect(words("retry_count")).toEqual(["retry_count@0", "retri@0", "count@1"]);
    expect(words("src/retry-queue.ts")).toEqual(["src@0", "retri@1", "queue@2", "ts@3"]);
    expect(words("sha256 utf8")).toEqual(["sha256@0", "utf8@1"]);
  });

  it("join a verb to what follows it", () => {
    for (const text of ["login", "log in", "logged in"]) expect(words(text)[words(text).length - 1]).toBe("login@0");
    expect(words("rolled back")).toContain("rollback@0");
  });

  it("leave out encoded data", () => {
    expect(words(`before ${"Ab3".repeat(30)} end`)).toEqual(["befor@0", "end@2"]);
  });

  it("stand where they say, in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        let last = 0;
        for (const { position, start, end, lexeme } of tokensOf(text)) {
          expect(position).toBeGreaterThanOrEqual(last - 1);
          last = position;
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(lexeme).not.toMatch(/[:'\\\s]/);
        }
      }),
    );
  });
});
