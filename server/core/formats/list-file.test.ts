import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factsOf, LIST_FORMATS, listPage } from "./list-file";

const FILE = factsOf<{ name: string; count: number }>(["name", "count"], ({ name, count }) => [name, count]);
const aRow = fc.record({ name: fc.string(), count: fc.nat() });

describe("a list as a file", () => {
  it("is the same whatever the pages it was read in", () => {
    fc.assert(
      fc.property(
        fc.array(aRow, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(...LIST_FORMATS),
        (rows, size, format) => {
          const whole = listPage(format, FILE, rows, { isFirst: true, isLast: true, title: "Rows" });
          const starts = rows.length === 0 ? [0] : rows.flatMap((_, at) => (at % size === 0 ? [at] : []));
          const pages = starts.map((at, index) =>
            listPage(format, FILE, rows.slice(at, at + size), {
              isFirst: index === 0,
              isLast: index === starts.length - 1,
              title: "Rows",
            }),
          );
          expect(pages.join("")).toBe(whole);
          if (format === "json") expect(JSON.parse(whole)).toEqual(rows);
        },
      ),
    );
  });

  it("never gives a spreadsheet a formula", () => {
    const rows = [{ name: "=cmd()", count: -5 }];
    expect(listPage("csv", FILE, rows, { isFirst: true, isLast: true, title: "" })).toBe(
      `name,count\r\n"'=cmd()",-5\r\n`,
    );
  });
});
