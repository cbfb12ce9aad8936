import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canBecome, DECISION_STATUSES, decide, mayBeEdited, olderOf, type Replaces, replaceCycle } from "./transitions";

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

const whole = (...supersedes: number[]): Replaces => ({ supersedes, amends: [] });
const inPart = (...amends: number[]): Replaces => ({ supersedes: [], amends });

describe("superseding", () => {
  const edges = new Map([
    [3, whole(2)],
    [2, inPart(1)],
  ]);

  it("may go over several decisions", () => {
    expect(replaceCycle(4, whole(3), edges)).toBeNull();
    expect(replaceCycle(4, { supersedes: [3], amends: [1] }, edges)).toBeNull();
  });

  it("never leads back, whole or in part, and names the way that would", () => {
    expect(replaceCycle(1, whole(3), edges)).toEqual([1, 3, 2, 1]);
    expect(replaceCycle(1, inPart(3), edges)).toEqual([1, 3, 2, 1]);
    expect(replaceCycle(5, inPart(5), edges)).toEqual([5, 5]);
  });

  it("ends whatever the stored links are, and finds a way back exactly when there is one", () => {
    const node = fc.integer({ min: 1, max: 6 });
    const nodes = fc.array(node, { maxLength: 3 });
    const replaces = fc.record({ supersedes: nodes, amends: nodes });
    const graph = fc.array(fc.tuple(node, replaces), { maxLength: 6 });
    fc.assert(
      fc.property(graph, node, replaces, (links, number, from) => {
        const known = new Map(links);
        const reached = new Set<number>();
        const visit = (at: number) => {
          if (reached.has(at)) return;
          reached.add(at);
          for (const older of olderOf(known.get(at))) visit(older);
        };
        for (const old of olderOf(from)) visit(old);
        const cycle = replaceCycle(number, from, known);
        expect(cycle !== null).toBe(reached.has(number));
        if (cycle !== null) expect([cycle[0], cycle.at(-1)]).toEqual([number, number]);
      }),
    );
  });
});
