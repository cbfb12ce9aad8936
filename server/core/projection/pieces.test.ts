import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROJECTION_FORMATS } from "./formats";
import { piecesOf } from "./pieces";
import { bodyOf, render } from "./render";
import { arbitraryItems } from "./testing/arbitrary-items";

describe("the pieces of a projection", () => {
  it("make up the whole of it, in every format", () => {
    fc.assert(
      fc.property(arbitraryItems, (source) => {
        for (const format of PROJECTION_FORMATS) {
          const body = bodyOf(render(source, "main", format));
          const texts = piecesOf(source, "main", format).map(({ text }) => text);
          if (typeof body === "string") expect(`${texts.join("\n\n")}\n`).toBe(body);
          else expect(texts).toHaveLength(body.length);
          if (format === "anthropic" || format === "openai")
            expect(texts.map((text) => JSON.parse(text))).toEqual(body);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("of events name the event, what is left of it and its tokens, and hold its marker", () => {
    fc.assert(
      fc.property(arbitraryItems, (source) => {
        const shown = source.items.filter(({ kind }) => kind !== "thinking");
        const pieces = piecesOf(source, "main", "events");
        expect(pieces.map(({ ref }) => ref)).toEqual(shown.map(({ ref }) => ref));
        for (const [at, { marker }] of shown.entries()) expect(pieces[at]?.text.endsWith(marker)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
