import { describe, expect, it } from "vitest";
import { shortNames } from "./short-names";
import { sentencesOf } from "./talk";
import { listed, quoted } from "./words";

describe("words of a summary", () => {
  it("quotes on one line, without the last full stop, cut at a word", () => {
    expect(quoted("It\n  holds.", 50)).toBe("“It holds”");
    expect(quoted("one two three four", 12)).toBe("“one two…”");
    expect(quoted("x".repeat(20), 8)).toBe(`“${"x".repeat(7)}…”`);
    expect(quoted("aaaaaa😀😀", 8)).toBe("“aaaaaa…”");
  });

  it("lists the first few and says how many more there are", () => {
    expect(listed(["a", "b"], 2)).toBe("a, b");
    expect(listed(["a", "b", "c"], 2)).toBe("a, b and 1 more");
  });

  it("takes sentences out of prose and leaves code, headings, tables and quotes", () => {
    const text =
      "# The plan of the day\n- It holds for all files. Should it hold here?\n```\nconst a = 1; // more code here\n```\n> said by somebody else\n| a | table of some cells |\nshort";
    expect(sentencesOf(text)).toEqual(["It holds for all files.", "Should it hold here?"]);
  });

  it("shortens paths by the folder that most of them share, or to their last parts", () => {
    const short = shortNames([
      "/home/a/app/src/x.ts",
      "/home/a/app/src/y.ts",
      "/home/a/app/src/z/w.ts",
      "/tmp/b/c/d/e/f.ts",
    ]);
    expect(["/home/a/app/src/x.ts", "/home/a/app/src/z/w.ts", "/tmp/b/c/d/e/f.ts", "README.md"].map(short)).toEqual([
      "x.ts",
      "z/w.ts",
      "c/d/e/f.ts",
      "README.md",
    ]);
    expect(shortNames(["src/a.ts", "src/b.ts"])("src/a.ts")).toBe("src/a.ts");
  });
});
