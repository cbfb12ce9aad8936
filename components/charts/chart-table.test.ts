import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvFileName, toCsv } from "./chart-table";

const oneCell = (cell: string | number | null) =>
  toCsv({ caption: "", columns: [{ key: "a", head: "A" }], rows: [[cell]] });
const body = (csv: string) => csv.slice("A\r\n".length, -2);

describe("toCsv", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1"])("defuses %j, which a spreadsheet would run", (text) => {
    expect(body(oneCell(text)).replaceAll('"', "").startsWith("'")).toBe(true);
  });

  it("leaves negative numbers numbers", () => {
    expect(body(oneCell(-12))).toBe("-12");
  });

  it("writes a missing value as an empty cell and a zero as zero", () => {
    expect(body(oneCell(null))).toBe("");
    expect(body(oneCell(0))).toBe("0");
  });

  it("can be read back by RFC 4180, whatever the text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const field = body(oneCell(text));
        const read = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
        expect(read.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, "")).toBe(text.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, ""));
      }),
    );
  });

  it("ends every line with CRLF", () => {
    const csv = toCsv({
      caption: "",
      columns: [
        { key: "a", head: "A" },
        { key: "b", head: "B" },
      ],
      rows: [
        ["x", 1],
        ["y", 2],
      ],
    });
    expect(csv).toBe("A,B\r\nx,1\r\ny,2\r\n");
  });
});

describe("csvFileName", () => {
  it("keeps only what every system takes", () => {
    expect(csvFileName("Noise by agent: 14 d / ../x")).toBe("noise-by-agent-14-d-x.csv");
    expect(csvFileName("日本")).toBe("chart.csv");
  });
});
