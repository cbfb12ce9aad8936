import { describe, expect, it } from "vitest";
import { shortRef, splitReason } from "./ref-name";

describe("names of events", () => {
  it("are cut to what tells neighbours apart, with the part of a message kept", () => {
    expect(shortRef("0147")).toBe("0147");
    expect(shortRef("3f2a9c1e-7b1d-4c52-9a77-0d1c2b3a4f55")).toBe("3f2a9c1e…");
    expect(shortRef("3f2a9c1e-7b1d-4c52-9a77-0d1c2b3a4f55#2")).toBe("3f2a9c…#2");
  });

  it("become links inside a sentence, the longest name first, and only known ones", () => {
    expect(splitReason("Same as ctx:a1.b, and ctx:a1; not ctx:zz.", ["a1", "a1.b"])).toEqual([
      { text: "Same as " },
      { ref: "a1.b" },
      { text: ", and " },
      { ref: "a1" },
      { text: "; not ctx:zz." },
    ]);
    expect(splitReason("No name here.", ["a"])).toEqual([{ text: "No name here." }]);
  });
});
