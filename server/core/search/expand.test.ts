import { describe, expect, it } from "vitest";
import { analyse } from "./analyse";
import { plan, type Vocabulary } from "./expand";
import { parseQuery } from "./parse-query";
import { relationsOf } from "./relations";

function parsed(query: string) {
  const read = parseQuery(query);
  if (!read.ok) throw new Error(read.fault.message);
  return read.value;
}

const vocabulary = (documents: Record<string, number>, more: Partial<Vocabulary> = {}): Vocabulary => ({
  entries: 1_000,
  documents: new Map(Object.entries(documents)),
  corrections: new Map(),
  related: new Map(),
  ...more,
});
const planned = (query: string, known: Vocabulary) => plan(analyse(parsed(query)).words, known);

describe("the plan of a search", () => {
  it("adds synonyms that the project has, worth less than the word", () => {
    const { variants, strict } = planned("throttle", vocabulary({ throttl: 40, quota: 40 }));
    const worth = new Map(variants.map(({ query, weight }) => [query, weight]));
    expect(worth.get("'quota'")).toBeLessThan(worth.get("'throttl'") ?? 0);
    expect(strict).toBe("('throttl' | 'quota')");
    expect(variants.some(({ query }) => query.includes("limiter"))).toBe(false);
  });

  it("reads words that stand together as one thing", () => {
    const { variants } = planned("rate limit", vocabulary({ rate: 90, limit: 90, throttl: 9 }));
    expect(variants.filter(({ why }) => why === "synonym").map(({ query }) => query)).toContain("'throttl'");
    const joined = planned("sign in", vocabulary({ sign: 9, login: 9 }));
    expect(joined.variants.map(({ query }) => query)).toContain("'login'");
  });

  it("says how it corrected a word, and keeps phrases as they are", () => {
    const corrections = new Map([["webook", { lexeme: "webhook", shown: "webhook", documents: 3 }]]);
    const { corrected } = planned('webook "dead letter"', vocabulary({ webhook: 3 }, { corrections }));
    expect(corrected).toBe('webhook "dead letter"');
  });

  it("looks for a rare word's longer forms, but not for those of a usual one", () => {
    const beginnings = (count: number) =>
      planned("auth", vocabulary({ auth: count })).variants.filter(({ why }) => why === "beginning").length;
    expect([beginnings(2), beginnings(400)]).toEqual([1, 0]);
  });
});

describe("related words", () => {
  const documents = Array.from({ length: 60 }, (_, at) =>
    at % 10 === 0 ? ["stripe", "payment", `own${at}`] : ["common", `other${at % 7}`, `own${at}`],
  );

  it("stand together more often than chance, both ways", () => {
    const relations = relationsOf(documents);
    expect(relations).toContainEqual({ lexeme: "stripe", other: "payment", score: expect.closeTo(1, 5) });
    expect(relations).toContainEqual({ lexeme: "payment", other: "stripe", score: expect.closeTo(1, 5) });
    expect(relations.some(({ lexeme, other }) => lexeme === "common" || other === "common")).toBe(false);
  });

  it("do not depend on the order of the texts", () => {
    expect(relationsOf(documents.toReversed())).toEqual(relationsOf(documents));
  });
});
