import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanJson, cleanText, cutText, decodeBase64, MAX_JSON_DEPTH, stubBinary, stubBinaryJson } from "./clean";

describe("cleaning text", () => {
  it("removes U+0000, replaces lone surrogates and keeps everything else", () => {
    expect(cleanText("a\u0000b")).toBe("ab");
    expect(cleanText("\ud83d cut, \udc4b low, 👋 whole")).toBe("\ufffd cut, \ufffd low, 👋 whole");
    expect(cleanText("typed \\u0000 stays")).toBe("typed \\u0000 stays");
  });

  it("always gives text that UTF-8 and Postgres can hold, and changes clean text never", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.array(fc.constantFrom("\u0000", "\ud800", "\udfff", "x")),
        (text, dirt) => {
          const cleaned = cleanText(text + dirt.join(""));
          expect(cleaned).not.toContain("\u0000");
          expect(new TextDecoder().decode(new TextEncoder().encode(cleaned))).toBe(cleaned);
          expect(cleanText(cleaned)).toBe(cleaned);
        },
      ),
    );
  });

  it("cleans keys and values of JSON, keeps __proto__ a key and cuts what is nested too deep", () => {
    const dirty: unknown = JSON.parse('{"k\\u0000":["a\\u0000",{"__proto__":"\\ud800"}],"n":1,"z":null}');
    expect(JSON.stringify(cleanJson(dirty))).toBe('{"k":["a",{"__proto__":"\ufffd"}],"n":1,"z":null}');
    let deep: unknown = "bottom";
    for (let level = 0; level < 10_000; level++) deep = [deep];
    expect(JSON.stringify(cleanJson(deep))).toContain(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  });

  it("cuts between characters, not inside one", () => {
    expect(cutText("a👋b", 2)).toBe("a");
    expect(cutText("a👋b", 3)).toBe("a👋");
    expect(cutText("ab", 5)).toBe("ab");
  });
});

describe("stubs of binary payloads", () => {
  const payload = Buffer.from("x".repeat(12_345)).toString("base64");

  it("tell type, size and hash of a data URL, and leave the text around it", () => {
    expect(stubBinary(`see data:image/png;base64,${payload} here`, (bytes) => `of ${bytes.length}`)).toBe(
      "see [image/png, 12,345 bytes, sha256 of 12345] here",
    );
    expect(stubBinary(`data:font/woff2;charset=utf-8;base64,${payload}`)).toBe("[font/woff2, 12,345 bytes]");
  });

  it("leave short data URLs and ordinary text alone", () => {
    const short = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    expect(stubBinary(short.padEnd(400))).toBe(short.padEnd(400));
    expect(stubBinary("x".repeat(1_000))).toBe("x".repeat(1_000));
  });

  it("replace sources wherever they stand in JSON", () => {
    const block = { type: "image", source: { type: "base64", media_type: "image/webp", data: payload } };
    expect(stubBinaryJson({ content: [block, { type: "image", mimeType: "image/png", data: payload }] })).toEqual({
      content: [{ type: "image", source: "[image/webp, 12,345 bytes]" }, "[image/png, 12,345 bytes]"],
    });
  });

  it("decode base64 as Node does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect([...decodeBase64(Buffer.from(bytes).toString("base64"))]).toEqual([...bytes]);
        expect([...decodeBase64(Buffer.from(bytes).toString("base64url"))]).toEqual([...bytes]);
      }),
    );
  });
});
