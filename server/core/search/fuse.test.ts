import { describe, expect, it } from "vitest";
import { fuseByRank } from "./fuse";

const record = (key: string) => ({ kind: "decision", key, text: null }) as const;
const folded = (key: string, rank: number) => ({ kind: "decision", key, rank, equal: [] }) as const;

describe("one order of words and meaning", () => {
  it("puts first what both found", () => {
    const words = [folded("1", 9), folded("2", 8), folded("3", 7)];
    const fused = fuseByRank(words, [record("1"), record("2"), record("3")], [record("4"), record("3")]);
    expect(fused.map(({ key }) => key)).toEqual(["3", "1", "4", "2"]);
  });

  it("is the order of the words when nothing is near", () => {
    const words = [folded("1", 9), folded("2", 8)];
    expect(fuseByRank(words, [record("1"), record("2")], []).map(({ key }) => key)).toEqual(["1", "2"]);
  });

  it("takes entries with the same text for one", () => {
    const own = { kind: "event", key: "7/a", text: "log" } as const;
    const fused = fuseByRank([{ ...own, rank: 1, equal: ["6/a"] }], [own], [{ ...own, key: "6/a" }]);
    expect(fused).toMatchObject([{ key: "7/a", equal: ["6/a"] }]);
  });
});
