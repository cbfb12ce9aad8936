import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aSession } from "../testing/session-builder";
import { eachIdentifier } from "./identifiers";
import { lineKey, MIN_KEY_CHARACTERS, unitsOf, unitsOfText } from "./text-units";
import { VisibleText } from "./visible-text";

function namesIn(text: string, isJson = false): string[] {
  const names: string[] = [];
  eachIdentifier(text, isJson, (name) => {
    names.push(name);
    return true;
  });
  return names;
}

describe("identifiers", () => {
  it.each<[string, string[]]>([
    ["call fooBar now", ["fooBar"]],
    ["snake_case and kebab-case", ["snake_case"]],
    ["$scope1 costs", ["$scope1"]],
    ["see src/cart/total.ts:42.", ["src/cart/total.ts"]],
    ["a.ts b.c x.y1", ["a.ts", "x.y1"]],
    ["user1 abc12 abcd12", ["abcd12"]],
    ["issue 123456 or 12345", ["123456"]],
    ["2026-11-30 is a day", ["2026-11-30"]],
    ["simple words only here", []],
    ["Capital WORDS stay words, XMLHttp too, XmlHttp not", ["XmlHttp"]],
    ["@scope/package-name, (other_name)", ["scope/package-name", "other_name"]],
    ["--flag-name- ./relative/path/ -.-", ["relative/path"]],
    ["grüße_äöü naïve", ["grüße_äöü"]],
    ["", []],
  ])("of %j are %j", (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it("have at most 200 characters", () => {
    expect(namesIn(`a1${"b".repeat(198)}`)).toHaveLength(1);
    expect(namesIn(`a1${"b".repeat(199)}`)).toEqual([]);
  });

  it("of JSON do not begin with the letter of an escape", () => {
    expect(namesIn('{"a":"x\\nfoo_bar\\tbaz_qux"}', true)).toEqual(["foo_bar", "baz_qux"]);
    expect(namesIn('{"a":"x\\nfoo_bar"}')).toEqual(["nfoo_bar"]);
  });

  it("stop when the one who looks has seen enough, and say so", () => {
    const seen: string[] = [];
    const see = (name: string) => {
      seen.push(name);
      return name !== "two_bb";
    };
    expect(eachIdentifier("one_aa two_bb three_c", false, see)).toBe(false);
    expect(seen).toEqual(["one_aa", "two_bb"]);
    expect(eachIdentifier("one_aa", false, see)).toBe(true);
  });

  it("of any text stand in it, and look like names", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abZ9_$./@- \n:(→") }), fc.boolean(), (text, isJson) => {
        for (const name of namesIn(text, isJson)) {
          expect(text).toContain(name);
          expect(name.length).toBeGreaterThanOrEqual(4);
          expect(name).toMatch(/^[^./@-].*[^./@-]$/);
        }
      }),
    );
  });
});

describe("the key of a line", () => {
  it.each<[string, string]>([
    ["  const a = 1;  ", "const a = 1;"],
    ["   12→  const a = 1;", "const a = 1;"],
    ["12\tconst a = 1;", "const a = 1;"],
    ["12|const a = 1;", "const a = 1;"],
    ["12: const a = 1;", "const a = 1;"],
    ["12:const a = 1;", "const a = 1;"],
    ["+  const a = 1;", "const a = 1;"],
    ["-const a = 1;", "const a = 1;"],
    ["--- a/src/a.ts", "--- a/src/a.ts"],
    ["+++ b/src/a.ts", "+++ b/src/a.ts"],
    ["src/a.ts:12: const a = 1;", "src/a.ts:12: const a = 1;"],
    ["1234567→x = 1;", "1234567→x = 1;"],
    ["         12→x = 1;", "12→x = 1;"],
    ["12 + 3 is content", "12 + 3 is content"],
    ["12→+ added", "+ added"],
    ["   ", ""],
  ])("of %j is %j", (line, key) => {
    expect(lineKey(line)).toBe(key);
  });
});

describe("the units of a text", () => {
  it("are its lines as they stand, the telling keys once, and the names in order", () => {
    const units = unitsOfText("  foo_bar();\n}\n12→  foo_bar();\nzap_it\nabc\nabcd");
    expect(units.lines.map(({ text }) => text)).toEqual([
      "  foo_bar();",
      "}",
      "12→  foo_bar();",
      "zap_it",
      "abc",
      "abcd",
    ]);
    expect(units.lines.map(({ key }) => key)).toEqual(["foo_bar();", "}", "foo_bar();", "zap_it", "abc", "abcd"]);
    expect([...units.keys]).toEqual(["foo_bar();", "zap_it", "abcd"]);
    expect(units.names).toEqual(["foo_bar", "zap_it"]);
    expect(MIN_KEY_CHARACTERS).toBe(4);
  });

  it("of a call are the lines of its strings, however deep; of a result its text", () => {
    const params = JSON.stringify({
      path: "a.ts",
      edits: [{ old: "one line\ntwo line" }, 3, null, { deep: ["x y z"] }],
    });
    const session = aSession().used({ tool: "Edit", toolClass: "edit", params, text: '{"a":"b\\nc"}' }, {});
    const [call, result] = session.build().events;
    if (!call || !result) throw new Error("A used tool leaves a call and a result.");
    expect(unitsOf(call).lines.map(({ text }) => text)).toEqual(["a.ts", "one line", "two line", "x y z"]);
    expect(unitsOf(result).lines.map(({ text }) => text)).toEqual(['{"a":"b\\nc"}']);
    expect(unitsOf(call)).toBe(unitsOf(call));
  });

  it("of arguments that are no JSON, or nested too deep, are what can be read", () => {
    const ofCall = (params: string) => {
      const [call] = aSession().used({ tool: "T", toolClass: "other", params, text: "" }, {}).build().events;
      if (!call) throw new Error("A used tool leaves a call.");
      return unitsOf(call).lines.map(({ text }) => text);
    };
    expect(ofCall("{broken\njson")).toEqual(["{broken", "json"]);
    expect(ofCall("plain text\nof a patch")).toEqual(["plain text", "of a patch"]);
    expect(ofCall('["a\\nb"]')).toEqual(["a", "b"]);
    const nested = (depth: number) => `${"[".repeat(depth)}"bottom"${"]".repeat(depth)}`;
    expect(ofCall(nested(12))).toEqual(["bottom"]);
    expect(ofCall(nested(13))).toEqual([]);
  });
});

describe("the visible text of a window", () => {
  it("counts in how many texts a line or a name stands, each text once", () => {
    const visible = new VisibleText();
    const one = unitsOfText("call foo_bar\ncall foo_bar\nanother line");
    const two = unitsOfText("  call foo_bar");
    expect(visible.linePlaces("call foo_bar")).toBe(0);
    visible.show(one);
    visible.show(two);
    expect([visible.linePlaces("call foo_bar"), visible.namePlaces("foo_bar")]).toEqual([2, 2]);
    expect(visible.linePlaces("another line")).toBe(1);
    visible.hide(one);
    expect([visible.linePlaces("call foo_bar"), visible.namePlaces("foo_bar")]).toEqual([1, 1]);
    expect(visible.linePlaces("another line")).toBe(0);
    visible.hide(two);
    visible.hide(two);
    visible.show(two);
    expect(visible.linePlaces("call foo_bar")).toBe(1);
  });
});
