import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../events/tokens";
import type { FileOutline } from "../files/views";
import { MAX_GRAPH_TOKENS, tellGraph, tellSymbol } from "./tell-graph";

const aFile = (over: Partial<FileOutline>): FileOutline => ({
  path: "src/auth.ts",
  language: "TypeScript",
  lines: 120,
  tokens: 900,
  sha256: "a".repeat(64),
  outline: [],
  imports: [],
  importedBy: [],
  commits: 1,
  lastCommitAt: null,
  coverage: null,
  ...over,
});

describe("the graph of a file", () => {
  it("names what it declares, imports and is imported by", () => {
    const file = aFile({
      outline: [{ name: "signIn", kind: "function", line: 12 }],
      imports: ["src/jwt.ts"],
      importedBy: ["src/api.ts"],
    });
    expect(tellGraph(file)).toBe(
      "`src/auth.ts`: TypeScript, 120 lines, about 900 tokens\n\n" +
        "Declares:\n\n- 12: function signIn\n\nImports:\n\n- src/jwt.ts\n\nImported by:\n\n- src/api.ts\n",
    );
  });

  it("says of a symbol where it is declared", () => {
    const places = [{ path: "src/auth.ts", kind: "function", line: 12 }];
    expect(tellSymbol("signIn", places, [])).toBe("`signIn`\n\nDeclared in:\n\n- src/auth.ts:12 (function)\n");
  });

  it("never takes more than its limit, and counts what it leaves out", () => {
    const names = fc.array(fc.string({ minLength: 1, maxLength: 1_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(names, names, names, (declared, imports, importedBy) => {
        const outline = declared.map((name, at) => ({ name, kind: "class" as const, line: at + 1 }));
        const text = tellGraph(aFile({ outline, imports, importedBy }));
        expect(estimateTokens(text)).toBeLessThanOrEqual(MAX_GRAPH_TOKENS);
      }),
      { numRuns: 60 },
    );
    const many = Array.from({ length: 300 }, (_, at) => `src/a/long/folder/file-${at}.ts`);
    expect(tellGraph(aFile({ importedBy: many }))).toMatch(/- and \d+ more\n$/);
  });
});
