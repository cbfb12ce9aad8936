import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { treeOf } from "./thread-tree";

const thread = (key: string, parentKey: string | null = null) => ({ key, parentKey });
const drawn = (threads: Parameters<typeof treeOf>[0]) =>
  treeOf(threads).map(({ thread: { key }, depth }) => `${"-".repeat(depth)}${key}`);

describe("a tree of threads", () => {
  it("puts each below the one that started it", () => {
    const threads = [thread("main"), thread("a", "main"), thread("b", "main"), thread("a1", "a")];
    expect(drawn(threads)).toEqual(["main", "-a", "--a1", "-b"]);
  });

  it("puts at the top what has no parent here, and ends where threads name each other", () => {
    expect(drawn([thread("main"), thread("x", "gone")])).toEqual(["main", "x"]);
    expect(drawn([thread("a", "b"), thread("b", "a"), thread("self", "self")])).toEqual(["a", "-b", "self"]);
  });

  it("has every thread once, whatever was told", () => {
    const keys = ["a", "b", "c", "d"] as const;
    const parents = fc.tuple(...keys.map(() => fc.option(fc.constantFrom(...keys, "gone"), { nil: null })));
    fc.assert(
      fc.property(parents, (told) => {
        const threads = keys.map((key, index) => thread(key, told[index] ?? null));
        expect(
          treeOf(threads)
            .map((row) => row.thread.key)
            .sort(),
        ).toEqual([...keys]);
      }),
    );
  });
});
