import { describe, expect, it } from "vitest";
import { anchorsOf, cut, normalLine } from "./text";

describe("lines as the measures compare them", () => {
  it("leave out line numbers, places of hits and signs of diffs", () => {
    const shown = [
      "   12→\tconst a = 1;",
      "src/a.ts:12:const a = 1;",
      "+const a = 1;",
      "00012| const a = 1;",
      "  const a = 1;",
    ];
    expect(new Set(shown.map(normalLine))).toEqual(new Set(["const a = 1;"]));
  });

  it("are those of the strings in a call's arguments", () => {
    expect(cut('{"old_string":"first line\\nsecond line","n":3}', true).lines).toEqual(["first line", "second line"]);
    expect(cut('{"old_string":"first line\\nsecond line"}', false).lines).toHaveLength(1);
  });

  it("of fewer than four characters tell nothing", () => {
    expect(cut("}\n);\nend;\nlet", false).lines).toEqual(["end;"]);
  });
});

describe("anchors of an edit", () => {
  it("are each text that has to match, whatever the client calls it", () => {
    for (const key of ["old_string", "oldString", "old_str", "oldText"]) {
      expect(anchorsOf(JSON.stringify({ path: "a.ts", [key]: "one line\ntwo lines", new_string: "other" }))).toEqual([
        ["one line", "two lines"],
      ]);
    }
  });

  it("are found in a list of edits, one each", () => {
    const edits = [{ old_string: "alpha line" }, { old_string: "beta line" }];
    expect(anchorsOf(JSON.stringify({ edits }))).toEqual([["alpha line"], ["beta line"]]);
  });

  it("of a patch are the context and the removed lines, one a hunk", () => {
    const patch = [
      "*** Begin Patch",
      "*** Update File: a.ts",
      " context at once",
      "-removed first",
      "+added first",
      "@@ class A",
      " context later",
      "*** Add File: b.ts",
      "+a new file matches nothing",
      "*** Update File: c.ts",
      "*** Move to: d.ts",
      "@@",
      "-removed last",
      "*** End Patch",
    ].join("\n");
    const expected = [["context at once", "removed first"], ["context later"], ["removed last"]];
    expect(anchorsOf(patch)).toEqual(expected);
    expect(anchorsOf(JSON.stringify({ command: ["apply_patch", patch] }))).toEqual(expected);
  });

  it("are none where nothing has to match", () => {
    expect(anchorsOf(JSON.stringify({ path: "a.ts", content: "all of it" }))).toEqual([]);
    expect(anchorsOf(JSON.stringify({ old_string: "", new_string: "put in front" }))).toEqual([]);
  });
});
