import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffLine, diffLines, type TextDiff } from "./diff";

const texts = fc
  .array(fc.constantFrom("", "one", "two words", "# Heading", "- item", "- item done", "日本語の行", "same same"), {
    maxLength: 30,
  })
  .map((lines) => lines.join("\n"));

function side(diff: TextDiff, without: DiffLine["kind"]): string {
  return diff.hunks
    .flatMap((hunk) => hunk.lines)
    .filter((line) => line.kind !== without)
    .map((line) => line.text)
    .join("\n");
}

/** Applies the hunks to `a` by their line numbers alone, as `patch` would. */
function applied(a: string, diff: TextDiff): string {
  const before = a === "" ? [] : a.split("\n");
  const after: string[] = [];
  let at = 0;
  for (const { lines } of diff.hunks) {
    for (const line of lines) {
      if (line.kind === "added") {
        after.push(line.text);
        continue;
      }
      const index = (line.oldLine ?? 0) - 1;
      after.push(...before.slice(at, index));
      if (line.kind === "same") after.push(line.text);
      at = index + 1;
    }
  }
  return [...after, ...before.slice(at)].join("\n");
}

describe("diffLines", () => {
  it("gives both texts back when every line is kept", () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const diff = diffLines(a, b, Number.POSITIVE_INFINITY);
        if (a === b) {
          expect(diff).toEqual({ hunks: [], added: 0, removed: 0 });
          return;
        }
        expect(side(diff, "added")).toBe(a);
        expect(side(diff, "removed")).toBe(b);
      }),
    );
  });

  it("turns the first text into the second when its hunks are applied by line number", () => {
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 1, max: 4 }), (a, b, context) => {
        // Lines added where no old line stands near carry no old number, so one line of context is asked at least.
        fc.pre(a !== "");
        const prefixed = `start\n${a}`;
        expect(applied(prefixed, diffLines(prefixed, `start\n${b}`, context))).toBe(`start\n${b}`);
      }),
    );
  });

  it("joins the words of a line to the line", () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        for (const line of diffLines(a, b).hunks.flatMap((hunk) => hunk.lines)) {
          expect(line.words.map((word) => word.text).join("")).toBe(line.text);
        }
      }),
    );
  });

  it("marks only the words that changed", () => {
    const [removed, added] =
      diffLines("Run the tests before merging", "Run all tests before merging").hunks[0]?.lines ?? [];
    expect(removed?.words).toEqual([
      { text: "Run ", changed: false },
      { text: "the", changed: true },
      { text: " tests before merging", changed: false },
    ]);
    expect(added?.words[1]).toEqual({ text: "all", changed: true });
  });

  it("marks no words where a line was replaced by an unlike one", () => {
    const lines = diffLines("Connect to the database", "Nothing here remains").hunks[0]?.lines ?? [];
    expect(lines.flatMap((line) => line.words).some((word) => word.changed)).toBe(false);
  });

  it("keeps three lines around a change and leaves the rest out", () => {
    const before = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
    const after = before.map((line) => (line === "line 10" || line === "line 30" ? `${line} changed` : line));
    const diff = diffLines(before.join("\n"), after.join("\n"));
    expect(diff.hunks.map(({ lines }) => [lines[0]?.oldLine, lines.length])).toEqual([
      [7, 8],
      [27, 8],
    ]);
    expect(diff).toMatchObject({ added: 2, removed: 2 });
  });

  it("joins changes whose surroundings meet", () => {
    const before = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`);
    const after = before.map((line) => (line === "line 3" || line === "line 8" ? "other" : line));
    expect(diffLines(before.join("\n"), after.join("\n")).hunks).toHaveLength(1);
  });

  it("finds one moved-in line in a text too large for the exact table", () => {
    const before = Array.from({ length: 6_000 }, (_, i) => `line ${i}`);
    const after = ["new first", ...before.slice(0, 3_000), "new middle", ...before.slice(3_000), "new last"];
    expect(diffLines(before.join("\n"), after.join("\n"))).toMatchObject({ added: 3, removed: 0 });
  });

  it("stays exact to both texts where nothing is unique and the table would be too large", () => {
    const a = Array.from({ length: 3_000 }, (_, i) => `a${i % 2}`).join("\n");
    const b = Array.from({ length: 3_000 }, (_, i) => `b${i % 3}`).join("\n");
    const diff = diffLines(a, b);
    expect(diff).toMatchObject({ added: 3_000, removed: 3_000 });
    expect(side(diff, "removed")).toBe(b);
  });
});
