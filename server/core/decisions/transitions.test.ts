import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canBecome, DECISION_STATUSES, decide, mayBeEdited, supersedeCycle } from "./transitions";

describe("the transitions of a decision", () => {
  it("lead from a draft to a decision, and never back", () => {
    expect(canBecome("draft", "accepted")).toBe(true);
    expect(canBecome("accepted", "draft")).toBe(false);
    for (const to of DECISION_STATUSES) expect(canBecome("superseded", to)).toBe(false);
  });

  it("say what is possible instead", () => {
    expect(decide("DEC-001", "accepted", "rejected")).toMatchObject({
      fault: { message: "DEC-001 is accepted and cannot become rejected. It can become deprecated or superseded." },
    });
  });

  it("leave what was turned down or replaced as it was written", () => {
    expect(DECISION_STATUSES.filter(mayBeEdited)).toEqual(["draft", "proposed", "accepted", "deprecated"]);
  });
});

describe("superseding", () => {
  const edges = new Map([
    [3, [2]],
    [2, [1]],
  ]);

  it("may go over several decisions", () => {
    expect(supersedeCycle(4, [3], edges)).toBeNull();
    expect(supersedeCycle(4, [3, 1], edges)).toBeNull();
  });

  it("never leads back, and names the way that would", () => {
    expect(supersedeCycle(1, [3], edges)).toEqual([1, 3, 2, 1]);
    expect(supersedeCycle(5, [5], edges)).toEqual([5, 5]);
  });

  it("ends whatever the stored links are, and finds a way back exactly when there is one", () => {
    const node = fc.integer({ min: 1, max: 6 });
    const graph = fc.array(fc.tuple(node, fc.array(node, { maxLength: 3 })), { maxLength: 6 });
    fc.assert(
      fc.property(graph, node, fc.array(node, { maxLength: 3 }), (links, number, supersedes) => {
        const known = new Map(links);
        const reached = new Set<number>();
        const visit = (at: number) => {
          if (reached.has(at)) return;
          reached.add(at);
          for (const older of known.get(at) ?? []) visit(older);
        };
        for (const old of supersedes) visit(old);
        const cycle = supersedeCycle(number, supersedes, known);
        expect(cycle !== null).toBe(reached.has(number));
        if (cycle !== null) expect([cycle[0], cycle.at(-1)]).toEqual([number, number]);
      }),
    );
  });
});
