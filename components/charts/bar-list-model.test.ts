import { describe, expect, it } from "vitest";
import { type BarListRow, barGeometry, barListTable, scaleOf, spokenBar } from "./bar-list-model";

function aRow(row: Partial<BarListRow> & { name: string }): BarListRow {
  return { key: row.name, href: `/x/${row.name}`, noise: {}, ...row };
}

const rows = [
  aRow({ name: "main", note: "claude-code", addedTokens: 1000, noise: { duplicate: 100, idle: 200 } }),
  aRow({ name: "reviewer", addedTokens: 500, noise: { "resolved-error": 50, superseded: 150 } }),
];

describe("barGeometry", () => {
  it("gives all bars of a list one scale, the longest bar", () => {
    const scale = scaleOf(rows);
    expect(scale).toBe(1000);
    expect(rows.map((row) => barGeometry(row, scale).added)).toEqual([1, 0.5]);
    expect(rows.map((row) => barGeometry(row, scale).noise)).toEqual([0.3, 0.2]);
  });

  it("splits the warm part by class and leaves out what is zero", () => {
    expect(barGeometry(rows[1] ?? aRow({ name: "" }), 1000).parts).toEqual([
      { noise: "resolved-error", share: 0.25 },
      { noise: "superseded", share: 0.75 },
    ]);
  });

  it("draws nothing, and divides by nothing, in an empty list", () => {
    expect(barGeometry(aRow({ name: "x" }), scaleOf([]))).toEqual({ added: 0, noise: 0, parts: [] });
  });
});

describe("barListTable", () => {
  const table = barListTable("Noise by agent", "Agent", rows);

  it("holds the same numbers as the bars, to the token", () => {
    const scale = scaleOf(rows);
    for (const [index, row] of rows.entries()) {
      const cells = table.rows[index] ?? [];
      const value = (key: string) => Number(cells[table.columns.findIndex((column) => column.key === key)]);
      const { added, noise } = barGeometry(row, scale);
      expect(value("added")).toBe(added * scale);
      const drawn = value("duplicate") + value("resolved-error") + value("superseded") + value("idle");
      expect(drawn).toBeCloseTo(noise * scale, 6);
    }
  });

  it("counts only proven classes as noise", () => {
    const proven = table.columns.findIndex((column) => column.key === "proven");
    expect(table.rows.map((row) => row[proven])).toEqual([100, 200]);
  });

  it("exports a cell's value where it has one, else its text, else nothing", () => {
    const withCells = [
      aRow({ name: "a", cells: { share: { text: "8 %", value: 0.08 } } }),
      aRow({ name: "b", cells: { share: { text: "unknown", value: null } } }),
      aRow({ name: "c", cells: { share: { text: "11.2k" } } }),
      aRow({ name: "d" }),
    ];
    const exported = barListTable("", "Skill", withCells, [{ key: "share", head: "Share", unit: "share" }]);
    expect(exported.rows.map((row) => row.at(-1))).toEqual([0.08, null, "11.2k", null]);
  });

  it("leaves the added column out where no row has it", () => {
    const tools = barListTable("", "Tool", [aRow({ name: "Read" })]);
    expect(tools.columns.some((column) => column.key === "added")).toBe(false);
  });
});

describe("spokenBar", () => {
  it("says the noise, what it is part of and its classes", () => {
    expect(spokenBar(rows[0] ?? aRow({ name: "" }), String)).toBe(
      "100 tokens noise of 1000 added: duplicate 100, idle 200",
    );
  });
});
