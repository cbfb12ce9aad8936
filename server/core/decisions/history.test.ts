import { describe, expect, it } from "vitest";
import { historyLine } from "./history";
import type { DecisionPoint } from "./views";

function point(number: number, at: string, more: Partial<DecisionPoint> = {}): DecisionPoint {
  return { number, title: `Decision ${number}`, status: "accepted", at, supersedes: [], ...more };
}

const NOW = Date.parse("2026-11-30T12:00:00.000Z");

describe("the line of decisions", () => {
  it("has a column a day of the project's zone up to today, and marks where a month begins", () => {
    const { step, columns } = historyLine([point(1, "2026-10-30T23:30:00.000Z")], NOW, "Europe/Berlin");
    expect(step).toBe("day");
    expect(columns[0]).toMatchObject({ from: "2026-10-31", to: "2026-10-31", beginsMonth: true });
    expect(columns[1]).toMatchObject({ from: "2026-11-01", beginsMonth: true, points: [] });
    expect(columns.at(-1)?.from).toBe("2026-11-30");
    expect(columns).toHaveLength(31);
  });

  it("takes weeks, then months, for longer histories", () => {
    const weeks = historyLine([point(1, "2026-06-03T10:00:00.000Z")], NOW, "UTC");
    expect(weeks.step).toBe("week");
    expect(weeks.columns[0]).toMatchObject({ from: "2026-06-01", to: "2026-06-07" });
    const months = historyLine([point(1, "2024-01-31T10:00:00.000Z")], NOW, "UTC");
    expect(months.step).toBe("month");
    expect(months.columns).toHaveLength(35);
    expect(months.columns[1]).toMatchObject({ from: "2024-02-01", to: "2024-02-29" });
  });

  it("loses no point, and links the old to what replaced it", () => {
    const points = [
      point(1, "2026-11-04T10:00:00.000Z", { status: "superseded" }),
      point(3, "2026-11-27T09:00:00.000Z", { status: "draft", supersedes: [1] }),
      point(2, "2026-11-27T08:00:00.000Z", { supersedes: [1, 99] }),
    ];
    const { columns, links } = historyLine(points, NOW, "UTC");
    expect(columns.flatMap((column) => column.points.map(({ number }) => number))).toEqual([1, 2, 3]);
    expect(links).toEqual([
      { fromColumn: 0, toColumn: 23, old: 1, successor: 3, holds: false },
      { fromColumn: 0, toColumn: 23, old: 1, successor: 2, holds: true },
    ]);
  });

  it("is empty without a decision", () => {
    expect(historyLine([], NOW, "UTC").columns).toEqual([]);
  });
});
