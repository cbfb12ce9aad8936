import { describe, expect, it } from "vitest";
import {
  OUTLINE_ERROR,
  OUTLINE_KINDS,
  type Outline,
  OutlineView,
  type TimelineRow,
} from "@/server/core/telemetry/session-views";
import { withRows } from "./add-rows";
import { itemsOf } from "./outline-items";

const OUTLINE: Outline = {
  ...{ thread: "main", refs: ["a", "b"], seqs: [1, 2], kinds: [0, 1], tokens: [10, 20], noise: [0, 0] },
  ...{ residency: [0, 0], flags: [0, 0], turns: [3, 3], userTurns: [1, 1], stages: [0, 1], atSeconds: [100, 110] },
  ...{ toolNames: ["", "Read"], tools: [0, 1], skillNames: [""], skills: [0, 0], sources: [0, 0] },
};

function aRow(ref: string, changes: Partial<TimelineRow> = {}): TimelineRow {
  return {
    ...{ ref, thread: "main", seq: 3, at: "2026-11-27T14:00:00.000Z", agent: "main", kind: "tool_result" },
    ...{ label: "Read src/a.ts", tool: "Read", outcome: "ok", exitCode: null, tokens: 40, tokensExact: false },
    ...{ tokensAfter: 40, residency: { from: "full", to: "full" }, noise: null, rule: null, reason: null },
    ...{ evidence: [], turn: null, userTurn: null, epoch: null, inContext: true },
    ...changes,
  };
}

describe("events that arrive", () => {
  it("stand behind the last one, under its heading, until the analysis has counted their turn", () => {
    const grown = withRows(OUTLINE, [aRow("c"), aRow("d", { seq: 4, outcome: "error", tool: "Bash" })]);
    expect(grown.refs).toEqual(["a", "b", "c", "d"]);
    expect(grown.toolNames[grown.tools[3] ?? 0]).toBe("Bash");
    expect(grown.flags[3]).toBe(OUTLINE_ERROR);
    expect(OUTLINE_KINDS[grown.kinds[2] ?? 0]).toBe("tool_result");
    expect(itemsOf(grown, null).filter(({ kind }) => kind === "turn")).toHaveLength(1);
  });

  it("keep a turn that is known", () => {
    const grown = withRows(OUTLINE, [aRow("c", { turn: 4, userTurn: 2 })]);
    expect(itemsOf(grown, null).filter(({ kind }) => kind === "turn")).toHaveLength(2);
  });

  it("leave every column as long as the others", () => {
    const { thread, toolNames, skillNames, ...columns } = withRows(OUTLINE, [aRow("c"), aRow("d")]);
    expect(new Set(Object.values(columns).map(({ length }) => length))).toEqual(new Set([4]));
    expect(OutlineView.safeParse({ thread, toolNames, skillNames, ...columns }).success).toBe(true);
  });

  it("change nothing when there are none", () => {
    expect(withRows(OUTLINE, [])).toBe(OUTLINE);
  });
});
