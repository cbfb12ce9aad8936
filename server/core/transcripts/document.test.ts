import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonDocument } from "./document";

interface Read {
  documents: { value: unknown; isWhole: boolean }[];
  bad: { line: number; byteOffset: number; reason: string }[];
}

function read(content: string | Uint8Array, { chunk = 1 << 20, maxBytes }: { chunk?: number; maxBytes?: number } = {}) {
  const found: Read = { documents: [], bad: [] };
  const document = new JsonDocument(
    {
      onDocument: (value, isWhole) => found.documents.push({ value, isWhole }),
      onBadDocument: (line, byteOffset, reason) => found.bad.push({ line, byteOffset, reason }),
    },
    maxBytes,
  );
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length; at += chunk) document.push(bytes.slice(at, at + chunk));
  document.end();
  return found;
}

describe("a file that is one JSON document", () => {
  it("is read once, at any cut, with or without a byte order mark", () => {
    const value = { messages: [{ text: "Größe 👋 \u2028" }] };
    for (const chunk of [1, 2, 3, 1000]) {
      expect(read(`\uFEFF${JSON.stringify(value)}\r\n`, { chunk })).toEqual({
        documents: [{ value, isWhole: true }],
        bad: [],
      });
    }
  });

  it("may be null, and gives nothing when it is blank", () => {
    expect(read("null").documents).toEqual([{ value: null, isWhole: true }]);
    expect(read(" \n\t")).toEqual({ documents: [], bad: [] });
    expect(read("")).toEqual({ documents: [], bad: [] });
  });

  it("is clean of what Postgres refuses", () => {
    expect(read('{"a\\u0000":"x\\ud800"}').documents[0]?.value).toEqual({ a: "x\ufffd" });
  });

  it("is left out when it is over the limit", () => {
    expect(read('["0123456789"]', { maxBytes: 10, chunk: 4 })).toEqual({
      documents: [],
      bad: [{ line: 1, byteOffset: 0, reason: "The document has 14 bytes; at most 10 are read." }],
    });
  });
});

describe("a damaged document", () => {
  const rows: [string, string, unknown, number, string][] = [
    ["cut inside an item", '{"h":[{"a":1},{"b":"é', { h: [{ a: 1 }] }, 22, "is cut off here"],
    ["cut behind an item", "[1,2", [1, 2], 4, "is cut off here"],
    ["written over", '[{"a":1},{"b":\0\0}]', [{ a: 1 }], 14, "is no JSON from here on"],
    ["going on", '{"a":1}{"b":2}', { a: 1 }, 7, "goes on behind its last bracket"],
    ["missing a comma", "[1 2]", [1], 3, "is no JSON from here on"],
    ["with a comma too many", '{"a":[1,],"b":2}', { a: [1] }, 8, "is no JSON from here on"],
    ["with a raw control character", '["a",["b\n"]]', ["a"], 8, "is no JSON from here on"],
    ["with a broken escape", '["a","\\x"]', ["a"], 6, "is no JSON from here on"],
    [
      "with the wrong bracket",
      '{"x":{"a":[[1]]},"h":[[2]}',
      { x: { a: [[1]] }, h: [[2]] },
      25,
      "is no JSON from here on",
    ],
    ["with a key that is no string", '{"l":[true,false],1:2}', { l: [true, false] }, 18, "is no JSON from here on"],
    ["without a colon", '{"l":[null],"k" 2}', { l: [null] }, 16, "is no JSON from here on"],
  ];
  it.each(rows)("%s keeps whole items and names the place", (_name, text, kept, byteOffset, reason) => {
    const found = read(text);
    expect(found.documents).toEqual([{ value: kept, isWhole: false }]);
    expect(found.bad).toEqual([
      { line: 1, byteOffset, reason: `The document ${reason}. What stands before it was read.` },
    ]);
  });

  it("without a whole item gives nothing", () => {
    expect(read('{"a":\n tru')).toEqual({
      documents: [],
      bad: [{ line: 2, byteOffset: 7, reason: "The document is no JSON from here on. Nothing could be read." }],
    });
    expect(read("plain text").documents).toEqual([]);
  });

  it("never keeps half an item, wherever it is cut", () => {
    const items = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 6 });
    fc.assert(
      fc.property(items, fc.nat(), fc.boolean(), (list, cut, isPretty) => {
        const text = JSON.stringify({ list }, null, isPretty ? 2 : 0);
        const found = read(text.slice(0, cut % text.length));
        const [kept] = found.documents;
        const whole = JSON.parse(JSON.stringify({ list })) as { list: unknown[] };
        expect(found.bad.length).toBe(cut % text.length === 0 ? 0 : 1);
        if (!kept) return;
        const { list: some } = kept.value as { list: unknown[] };
        // A number that is cut is a whole number too.
        const sure = typeof some.at(-1) === "number" ? some.slice(0, -1) : some;
        expect(sure).toEqual(whole.list.slice(0, sure.length));
      }),
    );
  });

  it("of many megabytes is searched in one pass", () => {
    const startedAt = performance.now();
    const text = `["${"\\n".repeat(2_000_000)}",${"[".repeat(200_000)}`;
    expect(read(text).bad[0]?.byteOffset).toBe(text.length);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});
