import { describe, expect, it } from "vitest";
import { SYNONYM_GROUPS } from "./synonyms";
import { MemoryIndex } from "./testing/memory-index";
import { distractors, PARAPHRASES } from "./testing/paraphrases";

const TOP = 10;
/** What the development questions and the held-out ones reach at least. */
const FLOORS = { development: 0.8, heldOut: 0.64 };

const index = new MemoryIndex([
  ...PARAPHRASES.map(({ title, body }, at) => ({ id: `answer-${at}`, title, body })),
  ...distractors().map((text, at) => ({ id: `other-${at}`, ...text })),
]);

type Search = (query: string) => string[];
const SEARCHES: Readonly<Record<"plain, all words" | "plain, any word" | "ours", Search>> = {
  "plain, all words": (query) => index.plain(query, TOP, "all"),
  "plain, any word": (query) => index.plain(query, TOP, "any"),
  ours: (query) => index.search(query, TOP),
};

function recall(parity: 0 | 1, search: Search): { share: number; missed: string[] } {
  const own = PARAPHRASES.map(({ query }, at) => ({ query, id: `answer-${at}` })).filter((_, at) => at % 2 === parity);
  const missed = own.filter(({ query, id }) => !search(query).includes(id)).map(({ query }) => query);
  return { share: 1 - missed.length / own.length, missed };
}

describe("questions in other words than the texts that answer them", () => {
  it.each([
    ["development", 0],
    ["heldOut", 1],
  ] as const)("are answered among the first ten more often than by plain full text: %s", (name, parity) => {
    const [all, any, ours] = [SEARCHES["plain, all words"], SEARCHES["plain, any word"], SEARCHES.ours].map((search) =>
      recall(parity, search),
    );
    if (!all || !any || !ours) throw new Error("There are three searches.");
    const shares = `plain full text ${all.share.toFixed(2)} (all words), ${any.share.toFixed(2)} (any word), ours ${ours.share.toFixed(2)}`;
    process.stdout.write(`search recall@${TOP}, ${PARAPHRASES.length / 2} ${name} questions: ${shares}\n`);
    if (process.env["SHOW_MISSES"] && name === "development") process.stdout.write(`${ours.missed.join("\n")}\n`);
    expect(ours.share).toBeGreaterThanOrEqual(Math.max(all.share, any.share));
    expect(ours.share).toBeGreaterThanOrEqual(FLOORS[name]);
  });

  it("rest on a table of at least 150 groups", () => {
    expect(PARAPHRASES).toHaveLength(50);
    expect(SYNONYM_GROUPS).toBeGreaterThanOrEqual(150);
  });
});
