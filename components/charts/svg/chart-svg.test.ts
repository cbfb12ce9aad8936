import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barListTable } from "../bar-list-model";
import { type ChartTable, cellText } from "../chart-table";
import { NOISE_PARTS } from "../noise-parts";
import { CHARTED_NOISE } from "../palette";
import { trendTable } from "../trend-model";
import { chartSvg } from "./chart-svg";
import { escapeXml } from "./marks";
import type { ChartDrawing, SvgTheme } from "./picture";

const theme: SvgTheme = { colour: (name) => `#${name}`, font: "Geist", fontFaces: "" };
const head = {
  title: "Noise by agent",
  unit: "tokens, estimated from text length",
  range: "14 to 27 Nov 2026, Europe/Lisbon",
  source: "Harbor, billing-api · Context Steward",
};

function svgOf(table: ChartTable, drawing: ChartDrawing): string {
  return chartSvg({ ...head, table, drawing }, theme);
}

/** Every number of the twin, with its unit, is a text or a title of the picture. */
function expectToHoldAll(svg: string, table: ChartTable): void {
  const words = [...svg.matchAll(/<(?:text|title)[^>]*>([^<]*)</g)].map((match) => match[1]).join("\n");
  for (const row of table.rows) {
    for (const [index, cell] of row.entries()) {
      if (cell === null) continue;
      expect(words).toContain(escapeXml(cellText(cell, table.columns[index]?.unit)));
    }
  }
}

const tokens = fc.nat(9_000_000);
const noise = fc.record({ duplicate: tokens, "resolved-error": tokens, superseded: tokens, idle: tokens });

describe("a chart as a file", () => {
  it("says title, unit, range and source", () => {
    const svg = svgOf(barListTable("", "Agent", []), { kind: "bars", parts: NOISE_PARTS });
    for (const words of Object.values(head)) expect(svg).toContain(words);
  });

  it("holds every value of a bar list's twin", () => {
    const someRows = fc.array(fc.record({ name: fc.string({ maxLength: 60 }), addedTokens: tokens, noise }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(someRows, (rows) => {
        const columns = [{ key: "share", head: "Share", unit: "share" as const }];
        const table = barListTable(
          "",
          "Agent",
          rows.map((row, index) => ({
            ...row,
            key: String(index),
            href: "",
            cells: { share: { text: "", value: row.noise.idle / 9_000_000 } },
          })),
          columns,
        );
        expectToHoldAll(svgOf(table, { kind: "bars", parts: NOISE_PARTS, track: "added" }), table);
      }),
      { numRuns: 50 },
    );
  });

  it("holds every value of a trend's twin, and draws a gap as nothing", () => {
    const someDays = fc.array(fc.option(noise), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(someDays, (days) => {
        const buckets = days.map((values, day) => ({
          key: String(day),
          label: `d${day}`,
          fullLabel: `day ${day}`,
          values,
          previous: { label: "", tokens: day * 1_000 },
        }));
        const table = trendTable("", "Day", buckets, CHARTED_NOISE);
        const svg = svgOf(table, { kind: "columns", parts: NOISE_PARTS, steps: "previous" });
        // The total of a column is the sum of its parts; it is written in short where there is room.
        const withoutTotal = {
          ...table,
          columns: table.columns.filter(({ key }) => key !== "total"),
          rows: table.rows.map((row) => row.filter((_, index) => table.columns[index]?.key !== "total")),
        };
        expectToHoldAll(svg, withoutTotal);
        const gaps = days.filter((values) => values === null).length;
        expect([...svg.matchAll(/: no data<\/title>/g)].length).toBeGreaterThanOrEqual(gaps);
      }),
      { numRuns: 50 },
    );
  });

  it("holds every value of a heat map's twin", () => {
    const table: ChartTable = {
      caption: "",
      columns: [
        { key: "slot", head: "Hour" },
        { key: "added", head: "Added", unit: "tokens" },
        { key: "proven", head: "Noise", unit: "tokens" },
      ],
      rows: [
        ["Mon 09:00", 40_000, 12_345],
        ["Sun 23:00", 1_000, 0],
      ],
    };
    const drawing: ChartDrawing = {
      kind: "heat",
      key: "proven",
      colour: "noise",
      rowNames: ["Mon", "Sun"],
      columnNames: Array.from({ length: 24 }, (_, hour) => String(hour)),
      places: [
        { row: 0, column: 9 },
        { row: 1, column: 23 },
      ],
    };
    expectToHoldAll(svgOf(table, drawing), table);
  });

  it("is well formed whatever names it shows", () => {
    const names = fc.string({ unit: "binary", maxLength: 30 });
    fc.assert(
      fc.property(names, (name) => {
        const table = barListTable("", name, [{ key: "a", name, href: "", noise: { duplicate: 1 } }]);
        const svg = svgOf(table, { kind: "bars", parts: NOISE_PARTS });
        expect(svg.replaceAll(/<[^<>]*>/g, "")).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/);
      }),
    );
  });

  it("runs no script that a name carries", () => {
    const name = '<script>alert(1)</script>"><image href=x onerror=alert(1)>';
    const svg = svgOf(barListTable("", "Skill", [{ key: "a", name, href: "", noise: {} }]), {
      kind: "bars",
      parts: NOISE_PARTS,
    });
    expect(svg).not.toMatch(/<script|<image/);
  });
});
