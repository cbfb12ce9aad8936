import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import type { JsonEntry } from "@/server/core/connect/changes";
import { entryPlaces, putEntries, takeEntries } from "./json-file";

const hook = (path: string) => ({ hooks: [{ type: "command", command: "node", args: [path, "hook", "claude-code"] }] });
const ENTRIES: readonly JsonEntry[] = [
  { kind: "item", path: ["hooks", "Stop"], value: hook("/a/steward.mjs") },
  { kind: "value", path: ["mcpServers", "context-steward"], value: { type: "http", url: "http://x/api/mcp" } },
];
const put = (text: string | null, entries = ENTRIES) => putEntries("settings.json", text, entries, "claude-code");
const take = (text: string, original: string | null) =>
  takeEntries("settings.json", text, entryPlaces("settings.json", text, ENTRIES), "claude-code", original);

describe("putEntries", () => {
  it("makes a file of nothing, or of an empty one", () => {
    const made = put(null);
    expect(JSON.parse(made)).toEqual({
      hooks: { Stop: [hook("/a/steward.mjs")] },
      mcpServers: { "context-steward": { type: "http", url: "http://x/api/mcp" } },
    });
    expect(made.endsWith("}\n")).toBe(true);
    expect([put(""), put("  \n")]).toEqual([made, made]);
  });

  it("keeps comments, order, indent, line ends and the mark at the start", () => {
    const before = [
      "\uFEFF{",
      "\t// mine",
      '\t"zeta": 1, /* last */',
      '\t"hooks": {',
      '\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }], // keep',
      "\t},",
      '\t"alpha": [1,2,  3],',
      "}",
      "",
    ].join("\r\n");
    const after = put(before);
    for (const line of before.split("\r\n").filter((text) => !text.includes("Stop"))) expect(after).toContain(line);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
    expect(after).toContain("// keep");
    expect(after.split("\r\n").filter((line) => /^ /.test(line))).toEqual([]);
    expect(parse(after.slice(1))).toMatchObject({
      zeta: 1,
      alpha: [1, 2, 3],
      hooks: { Stop: [{ hooks: [{ command: "say done" }] }, hook("/a/steward.mjs")] },
    });
  });

  it("writes in the lines of the file, or in its only line", () => {
    const [, server] = ENTRIES;
    const entries = server ? [server] : [];
    expect(put('{"a":{"b":1}}', entries)).toBe(
      '{"a":{"b":1}, "mcpServers": {"context-steward":{"type":"http","url":"http://x/api/mcp"}}}',
    );
    expect(put('{\n    "mcpServers": {\n        "x": {} // theirs\n    } // all\n}', entries)).toBe(`{
    "mcpServers": {
        "x": {}, // theirs
        "context-steward": {
            "type": "http",
            "url": "http://x/api/mcp"
        }
    } // all
}`);
    const renewed = put('{\n  "mcpServers": {\n    "context-steward": {},\n    "x": 1\n  }\n}', entries);
    expect(renewed).toContain('"context-steward": {\n      "type": "http",');
  });

  it("changes nothing the second time, and renews its own entry in its place", () => {
    const other = { hooks: [{ type: "command", command: "say done" }] };
    const before = JSON.stringify({ hooks: { Stop: [hook("/old/steward.mjs"), other] } });
    const once = put(before);
    expect(JSON.parse(once).hooks.Stop).toEqual([hook("/a/steward.mjs"), other]);
    expect(put(once)).toBe(once);
  });

  it("leaves one entry where a copy had crept in", () => {
    const twice = JSON.stringify({ hooks: { Stop: [hook("/a/steward.mjs"), hook("/b/steward.mjs")] } });
    expect(JSON.parse(put(twice)).hooks.Stop).toEqual([hook("/a/steward.mjs")]);
  });

  it("leaves an entry alone in which a person runs something else as well", () => {
    const mixed = { hooks: [{ type: "command", command: "say done" }, ...hook("/old/steward.mjs").hooks] };
    const [stop] = ENTRIES;
    const before = JSON.stringify({ hooks: { Stop: [mixed] } }, null, 2);
    expect(put(before, stop ? [stop] : [])).toBe(before);
    expect(JSON.parse(take(put(before), before))).toEqual({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] },
    });
  });

  it("follows a client whose newer format keeps its servers elsewhere", () => {
    const entry: JsonEntry = {
      kind: "value",
      path: ["mcp", "context-steward"],
      value: { enabled: true },
      inside: { object: ["mcp", "servers"], path: ["mcp", "servers", "context-steward"], value: {} },
    };
    expect(JSON.parse(put('{"mcp":{"servers":{}}}', [entry]))).toEqual({ mcp: { servers: { "context-steward": {} } } });
    expect(JSON.parse(put('{"mcp":{}}', [entry]))).toEqual({ mcp: { "context-steward": { enabled: true } } });
  });

  it.each([
    ['{ "a": 1', "settings.json is no valid JSON at line 1, column 9"],
    ['{\n  "a": tru\n}', "settings.json is no valid JSON at line 2, column 8"],
    ["[]", "settings.json holds no object at its top"],
    ['{"hooks": []}', "settings.json: hooks is not an object"],
    ['{"hooks": {"Stop": "x"}}', "settings.json: hooks.Stop is not a list"],
    ['{"mcpServers": null}', "settings.json: mcpServers is not an object"],
  ])("says what is wrong with %j", (text, message) => {
    expect(() => put(text)).toThrow(message);
  });
});

describe("takeEntries", () => {
  it("takes out its own and what is empty through it, and nothing else", () => {
    const before = '{\n  "hooks": { "Stop": [] },\n  "model": "opus" // mine\n}\n';
    const later = put(before).replace('"opus"', '"sonnet"');
    const left = take(later, before);
    expect(parse(left)).toEqual({ hooks: { Stop: [] }, model: "sonnet" });
    expect(left).toContain("// mine");
    expect(parse(take(put(null), null))).toEqual({});
  });

  it("leaves every other value as it was, whatever the file says", () => {
    const key = fc.stringMatching(/^[a-z]{1,6}$/).filter((name) => !["hooks", "mcp"].includes(name));
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true }), fc.boolean(), (values, pretty) => {
        const before = JSON.stringify(values, null, pretty ? 2 : 0);
        const after = put(before);
        expect(JSON.parse(after)).toMatchObject(JSON.parse(before));
        expect(put(after)).toBe(after);
        expect(take(after, before)).toBe(before);
      }),
    );
  });
});
