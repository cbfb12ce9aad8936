import { expect, it } from "vitest";
import { foldEqualTexts } from "./fold";

const event = (key: string, rank: number, text: string | null) => ({ kind: "event", key, rank, text }) as const;

it("shows one find of each text, the best, and names the others", () => {
  const entries = [event("9/a", 5, "log"), event("8/a", 4, "other"), event("7/a", 3, "log"), event("3/a", 2, "log")];
  expect(foldEqualTexts(entries, entries).map(({ key, equal }) => [key, equal])).toEqual([
    ["9/a", ["7/a", "3/a"]],
    ["8/a", []],
  ]);
});

it("never folds records", () => {
  const entries = [event("1", 2, null), event("2", 1, null)];
  expect(foldEqualTexts(entries, entries)).toHaveLength(2);
});
