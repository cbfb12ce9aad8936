import { describe, expect, it } from "vitest";
import type { JsonObject } from "./json";
import { JsonLines } from "./lines";

interface Read {
  records: { value: JsonObject; offset: number; recovered: boolean }[];
  bad: { line: number; offset: number; reason: string }[];
}

function read(content: string | Uint8Array, maxLineBytes?: number): Read {
  const result: Read = { records: [], bad: [] };
  const lines = new JsonLines(
    {
      onRecord: (value, offset, _line, recovered) => result.records.push({ value, offset, recovered }),
      onBadLine: (line, offset, reason) => result.bad.push({ line, offset, reason }),
    },
    maxLineBytes,
  );
  lines.push(typeof content === "string" ? new TextEncoder().encode(content) : content);
  lines.end();
  return result;
}

const record = (n: number) => JSON.stringify({ type: "user", uuid: `u${n}`, n });

describe("JSON lines", () => {
  it("split at newlines only, not at other separators inside strings", () => {
    const { records, bad } = read('{"text":"a\u2028b\u2029c\u0085d"}\n{"text":"e"}');
    expect(records.map(({ value }) => value["text"])).toEqual(["a\u2028b\u2029c\u0085d", "e"]);
    expect(bad).toEqual([]);
  });

  it("outlive the memory of a Buffer that the caller uses again", () => {
    const seen: JsonObject[] = [];
    const lines = new JsonLines({ onRecord: (value) => seen.push(value), onBadLine: () => seen.push({ bad: true }) });
    const buffer = Buffer.alloc(7);
    for (const piece of record(1).match(/.{1,7}/g) ?? []) {
      buffer.fill(" ");
      buffer.write(piece);
      lines.push(buffer.subarray(0, piece.length));
    }
    lines.end();
    expect(seen).toEqual([{ type: "user", uuid: "u1", n: 1 }]);
  });

  it("take BOM, CRLF, blank lines and a missing last newline", () => {
    const { records, bad } = read(`\uFEFF${record(1)}\r\n\r\n   \n${record(2)}`);
    expect(records.map(({ value }) => value["n"])).toEqual([1, 2]);
    expect(records.map(({ offset }) => offset)).toEqual([3, 3 + record(1).length + 2 + 2 + 4]);
    expect(bad).toEqual([]);
  });

  it("count a torn line in the middle and at the end, and read the rest", () => {
    const torn = '{"type":"user","uuid":"u2","message":{"content":"half a li';
    const { records, bad } = read(`${record(1)}\n${torn}\n${record(3)}\n{"type":"assist`);
    expect(records.map(({ value }) => value["n"])).toEqual([1, 3]);
    expect(bad.map(({ line, offset }) => [line, offset])).toEqual([
      [2, record(1).length + 1],
      [4, record(1).length + torn.length + record(3).length + 3],
    ]);
  });

  it("recover records glued on one line, each at its own offset", () => {
    const umlaut = JSON.stringify({ type: "user", uuid: "ü", n: 1 });
    const { records, bad } = read(`${umlaut}${record(2)}\n${record(3)}`);
    expect(records.map(({ value, offset, recovered }) => [value["n"], offset, recovered])).toEqual([
      [1, 0, true],
      [2, umlaut.length + 1, true],
      [3, umlaut.length + 1 + record(2).length + 1, false],
    ]);
    expect(bad).toMatchObject([{ line: 1, reason: expect.stringContaining("2 records were read") }]);
  });

  it("recover glued records whatever their first key is", () => {
    const glued = '{"cwd":"/a","uuid":"1"} \0{"slug":"x","uuid":"2"}{"message":{"type":"x"},"uuid":"3"}';
    expect(read(glued).records.map(({ value }) => value["uuid"])).toEqual(["1", "2", "3"]);
    expect(read(glued.repeat(200)).records).toHaveLength(600);
  });

  it("recover a record behind a torn one and behind NUL bytes, but no block inside a torn one", () => {
    const torn = '{"type":"user","message":{"content":"half a li';
    const { records, bad } = read(
      `${torn}${record(1)}\n${"\0".repeat(40)}${record(2)}\n${"\0".repeat(8)}\n{"uuid":"x","message":{"type":"text","text":"no"}`,
    );
    expect(records.map(({ value }) => value["n"])).toEqual([1, 2]);
    expect(bad.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(bad[2]?.reason).toBe("The line is a block of 8 NUL bytes.");
  });

  it("skip a line over the limit and go on", () => {
    const long = JSON.stringify({ uuid: "long", text: "x".repeat(500) });
    const { records, bad } = read(`${record(1)}\n${long}\n${record(3)}\n`, 100);
    expect(records.map(({ value }) => value["n"])).toEqual([1, 3]);
    expect(bad).toMatchObject([{ line: 2, reason: `The line has ${long.length} bytes; at most 100 are read.` }]);
  });

  it("name JSON that is no object", () => {
    expect(read("[1]\n7\n").bad.map(({ reason }) => reason)).toEqual([
      "The line is JSON, but not an object.",
      "The line is JSON, but not an object.",
    ]);
  });

  it("clean decoded strings and keys, and keep the literal escape that a user typed", () => {
    const { records } = read(String.raw`{"a\u0000":"x\u0000\ud83d y \udc4b z \ud83d\udc4b \\u0000"}`);
    expect(records[0]?.value).toEqual({ a: "x\ufffd y \ufffd z 👋 \\u0000" });
  });

  it("end at nothing for an empty file", () => {
    expect(read("")).toEqual({ records: [], bad: [] });
  });
});
