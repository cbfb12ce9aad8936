import { describe, expect, it } from "vitest";
import { isSingleKey, keycaps, match, nameOf } from "./keys";

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const ALL = ["j", "g d", "g o", "mod+k", "?", "d"].map((keys) => ({ keys }));

describe("shortcuts", () => {
  it("take Ctrl and Cmd for the same, whatever Shift and Caps Lock make of the letter", () => {
    expect(nameOf({ ...plain, ctrlKey: true, key: "K" })).toBe("mod+k");
    expect(nameOf({ ...plain, metaKey: true, key: "k" })).toBe("mod+k");
    expect(nameOf({ ...plain, key: "?" })).toBe("?");
  });

  it("wait for the second key of a sequence and then mean it alone", () => {
    expect(match(ALL, null, "g")).toEqual({ hits: [], begins: true });
    expect(match(ALL, "g", "d").hits).toEqual([{ keys: "g d" }]);
    expect(match(ALL, null, "d").hits).toEqual([{ keys: "d" }]);
    expect(match(ALL, "g", "j").hits).toEqual([]);
  });

  it("count as single keys when nothing is held, also in sequences", () => {
    expect(ALL.filter(({ keys }) => !isSingleKey(keys)).map(({ keys }) => keys)).toEqual(["mod+k"]);
  });

  it("are drawn as the keyboard at hand names them", () => {
    expect(keycaps("mod+k", true)).toEqual([["⌘", "K"]]);
    expect(keycaps("mod+k", false)).toEqual([["Ctrl", "K"]]);
    expect(keycaps("g d", false)).toEqual([["G"], ["D"]]);
    expect(keycaps("N", false)).toEqual([["Shift", "N"]]);
  });
});
