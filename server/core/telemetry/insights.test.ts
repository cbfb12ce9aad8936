import { describe, expect, it } from "vitest";
import { breakdownRows } from "./breakdown-rows";
import { heatCells } from "./heat-cells";
import { errorChainRow } from "./target-rows";

const hour = (iso: string, addedTokens = 1) => ({
  hourMs: Date.parse(iso),
  addedTokens,
  provenTokens: 0,
  idleTokens: 0,
});

describe("the heat map", () => {
  it("names weekdays from Monday and hours by the zone's clock", () => {
    // Sunday 23:30 in UTC is Monday 5:15 in Kathmandu, whose hours begin at a quarter.
    expect(heatCells([hour("2026-11-29T23:15:00Z")], "Asia/Kathmandu")).toMatchObject([{ weekday: 1, hour: 5 }]);
    expect(heatCells([hour("2026-11-29T23:00:00Z")], "UTC")).toMatchObject([{ weekday: 7, hour: 23 }]);
  });

  it("adds up weeks, and the hour that a clock shows twice", () => {
    const twice = [hour("2026-10-25T00:00:00Z", 3), hour("2026-10-25T01:00:00Z", 4), hour("2026-11-01T01:00:00Z", 5)];
    expect(heatCells(twice, "Europe/Berlin")).toEqual([
      { weekday: 7, hour: 2, addedTokens: 12, provenTokens: 0, idleTokens: 0 },
    ]);
  });

  it("leaves out hours in which nothing was, and stands in the order of the week", () => {
    const cells = heatCells(
      [hour("2026-11-29T10:00:00Z"), hour("2026-11-24T10:00:00Z"), hour("2026-11-25T10:00:00Z", 0)],
      "UTC",
    );
    expect(cells.map((cell) => cell.weekday)).toEqual([2, 7]);
  });
});

describe("a breakdown", () => {
  const row = (value: string, pass: "added" | "duplicate", tokens: number) => ({
    ...{ value, pass, events: 1, tokens, carriedTokens: 0, costNanoUsd: 0, unpricedTokens: 0 },
  });

  it("shows the noisiest values, and the others as one", () => {
    const sums = [
      ...["a", "b", "c", "d"].map((value, index) => row(value, "added", 100 + index)),
      row("c", "duplicate", 50),
      row("a", "duplicate", 20),
    ];
    const { rows, rest } = breakdownRows(sums, 2);
    expect(rows.map((shown) => shown.value)).toEqual(["c", "a"]);
    expect(rest).toMatchObject({ values: 2, addedTokens: 101 + 103, provenTokens: 0 });
    expect(breakdownRows(sums, 4).rest).toBeNull();
  });
});

describe("an error chain", () => {
  const sums = {
    ...{ question: "vitest", targets: ["npx vitest run"], failures: ["h1"], agents: ["main"], tools: ["Bash"] },
    ...{ sessions: 1, runs: 2, tokens: 10, carriedTokens: 20, costNanoUsd: 0, unpricedTokens: 20 },
  };
  const known = new Map([
    ["h1", { number: 7, title: "npx vitest run: 1 failed" }],
    ["h2", { number: 9, title: "npx vitest run: 2 failed" }],
  ]);

  it("has its failure's title when it is one failure, and its command when it is several", () => {
    expect(errorChainRow(sums, known)).toMatchObject({
      command: "npx vitest run: 1 failed",
      failure: 7,
      failures: [7],
    });
    const both = errorChainRow({ ...sums, failures: ["h2", "h1"] }, known);
    expect(both).toMatchObject({ command: "npx vitest run", failure: 9, failures: [9, 7] });
    expect(errorChainRow({ ...sums, failures: ["gone"] }, known)).toMatchObject({
      command: "npx vitest run",
      failure: null,
    });
  });

  it("costs an unknown amount where no price is known", () => {
    expect(errorChainRow(sums, known).costUsd).toBeNull();
    expect(errorChainRow({ ...sums, unpricedTokens: 0 }, known).costUsd).toBe(0);
  });
});
