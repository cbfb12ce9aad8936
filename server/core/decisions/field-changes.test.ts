import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldChanges, mergeFields } from "./field-changes";

describe("what differs between two versions", () => {
  it("is a word, a text, or members of a list", () => {
    const before = [
      { name: "Confidence", value: "low" },
      { name: "Decision", value: "Retry twice.\nThen give up." },
      { name: "Paths", value: ["src/webhooks/**"] },
      { name: "Risk", value: "medium" },
    ];
    const after = [
      { name: "Confidence", value: "medium" },
      { name: "Decision", value: "Retry three times.\nThen give up." },
      { name: "Paths", value: ["src/webhooks/**", "src/credit-notes/**"] },
      { name: "Risk", value: "medium" },
    ];
    expect(fieldChanges(before, after)).toEqual([
      { kind: "word", name: "Confidence", before: "low", after: "medium" },
      {
        kind: "text",
        name: "Decision",
        before: "Retry twice.\nThen give up.",
        after: "Retry three times.\nThen give up.",
      },
      { kind: "list", name: "Paths", added: ["src/credit-notes/**"], removed: [], reordered: false },
    ]);
  });

  it("is nothing for equal versions, and says when a list was only put in another order", () => {
    const one = [{ name: "Tags", value: ["a", "b"] }];
    expect(fieldChanges(one, one)).toEqual([]);
    expect(fieldChanges(one, [{ name: "Tags", value: ["b", "a"] }])).toMatchObject([{ reordered: true }]);
  });

  it("of lists leads from one to the other", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c"));
    fc.assert(
      fc.property(list, list, (before, after) => {
        const [change] = fieldChanges([{ name: "Tags", value: before }], [{ name: "Tags", value: after }]);
        if (change?.kind !== "list") {
          expect(before).toEqual(after);
          return;
        }
        const left: string[] = [...before];
        for (const gone of change.removed) left.splice(left.indexOf(gone), 1);
        expect([...left, ...change.added].sort()).toEqual([...after].sort());
      }),
    );
  });
});

describe("two edits of one version", () => {
  it("come together when they touch other fields, and name those that both changed", () => {
    const base = { title: "a", risk: "low", tags: ["x"] };
    const merge = mergeFields(base, { ...base, title: "mine" }, { ...base, risk: "high", title: "theirs" });
    expect(merge).toEqual({ merged: { title: "mine", risk: "high", tags: ["x"] }, both: ["title"] });
    expect(mergeFields(base, { ...base, tags: ["x", "y"] }, { ...base, risk: "high" }).both).toEqual([]);
  });
});
