import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildDocument, MAX_INDEXED_CHARACTERS, type SearchSource, textsOf } from "./document";
import { pathTokens } from "./fields";

const SOURCE: SearchSource = {
  projectId: "018f0000-0000-7000-8000-0123456789ab",
  kind: "decision",
  title: "Retry queue",
  body: "Retries wait in a queue.",
  status: "accepted",
  paths: ["src/billing/retry.ts"],
  tags: ["Api"],
  authors: ["Ines Okafor"],
  agents: [],
  tools: [""],
  session: 12,
};

describe("an entry of the index", () => {
  it("has the words with their places and weights", () => {
    const { tsv, words, vocabulary } = buildDocument(SOURCE);
    expect(tsv).toContain("'retri':1A");
    expect(tsv).toMatch(/'queue':2A,\d+/);
    expect(words).toBe(10);
    expect(vocabulary.get("retri")).toBe("retry");
  });

  it("has its fields as lexemes, and none for what is empty", () => {
    const { tsv, fields } = buildDocument(SOURCE);
    expect(tsv).toContain("'in:018f000000007000800000123456789ab'".replace("00000123", "0000123"));
    expect(fields).toEqual(
      expect.arrayContaining([
        "is:record",
        "kind:decision",
        "status:accepted",
        "tag:api",
        "author:ines okafor",
        "session:12",
      ]),
    );
    expect(fields.filter((field) => field.startsWith("tool:"))).toEqual([]);
  });

  it("is found under each folder of its path and its name", () => {
    expect(pathTokens("./src/billing/retry.ts")).toEqual(
      expect.arrayContaining([
        "path:src",
        "path:src/billing",
        "path:billing",
        "path:retry.ts",
        "path:src/billing/retry.ts",
      ]),
    );
    expect(pathTokens("")).toEqual([]);
  });

  it("has letters as one character each, however they were composed", () => {
    const { tsv } = buildDocument({ ...SOURCE, title: "cafe\u0301", paths: ["src/cafe\u0301.ts"] });
    expect(tsv).toContain("'caf\u00e9':1A");
    expect(tsv).toContain("'path:caf\u00e9.ts'");
  });

  it("keeps to its limits, whatever the text is", () => {
    const { tsv } = buildDocument({ ...SOURCE, body: "word ".repeat(MAX_INDEXED_CHARACTERS) });
    expect(tsv.length).toBeLessThan(20_000);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 500 }), (text) => {
        const built = buildDocument({
          ...SOURCE,
          title: text,
          body: text,
          tags: [text],
          paths: [text],
          authors: [text],
        });
        // Each lexeme is quoted, and a quote inside one is doubled.
        expect(built.tsv.replace(/''|\\\\/g, "").split("'").length % 2).toBe(1);
      }),
    );
  });

  it("says all texts of a JSON value", () => {
    expect(textsOf(["a", { b: "c", d: [1, null, "e"] }, true])).toBe("a\nc\ne");
  });
});
