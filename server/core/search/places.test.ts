import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Places } from "./places";
import { tokensOf } from "./words";

const MOST = 3_000;

function placesIn(...texts: readonly string[]): Map<string, number[]> {
  const places = new Places(MOST);
  for (const [at, text] of texts.entries()) places.add(tokensOf(text), 1 + at * 2_000, "");
  return new Map(places.entries().map(([lexeme, own]) => [lexeme, own.map(Number)]));
}

/** As Postgres answers a phrase: one word after the other. */
function standsTogether(places: ReadonlyMap<string, readonly number[]>, phrase: readonly string[]): boolean {
  const [first = "", ...rest] = phrase;
  return (places.get(first) ?? []).some((at) => rest.every((word, by) => places.get(word)?.includes(at + by + 1)));
}

describe("places of words", () => {
  it("have every phrase of up to four words that stands anywhere", () => {
    const words = fc.constantFrom("red", "green", "blue", "pink");
    const texts = fc.tuple(fc.array(words, { maxLength: 30 }), fc.array(words, { minLength: 200, maxLength: 600 }));
    const check = fc.property(texts, fc.integer({ min: 2, max: 4 }), ([title, body], length) => {
      const places = placesIn(title.join(" "), body.join(" "));
      const phrases = body.slice(length - 1).map((_, at) => body.slice(at, at + length));
      const missed = phrases.filter((phrase) => !standsTogether(places, phrase));
      // A word of this text can have more places than a tsvector keeps.
      const isFull = [...places.values()].some((own) => own.length >= 255);
      expect(isFull ? [] : missed).toEqual([]);
    });
    fc.assert(check, { numRuns: 40 });
  });

  it("are few for a log of like lines", () => {
    const log = "retry webhook delivery\n".repeat(600);
    const own = placesIn(`${log}retry failed for good`).get("retri") ?? [];
    expect(own.length).toBeLessThan(20);
    expect(standsTogether(placesIn(`${log}retry failed`), ["retri", "fail"])).toBe(true);
  });

  it("are no more than a tsvector keeps", () => {
    const text = Array.from({ length: 900 }, (_, at) => `retry number${at}`).join(" ");
    expect(placesIn(text).get("retri")).toHaveLength(255);
  });
});
