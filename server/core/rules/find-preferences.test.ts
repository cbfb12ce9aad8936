import { describe, expect, it } from "vitest";
import { aSession } from "../prune/testing/session-builder";
import { findPreferences, wishesOf } from "./find-preferences";
import type { RuleKind } from "./statuses";

type Row = readonly [prompt: string, expected: RuleKind | null];

/** Prompts as people type them, by what they want for good; half of them only look so. */
const LABELLED: readonly Row[] = [
  ["From now on, write the tests before the code.", "preference"],
  ["Always use pnpm in this repository, not npm.", "preference"],
  ["please always run the linter before you commit", "preference"],
  ["Never touch src/generated, it is built by the schema tool.", "constraint"],
  ["I prefer small commits with one reason each.", "preference"],
  ["We'd prefer named exports over default exports.", "preference"],
  ["Keep in mind that customers read these error messages.", "preference"],
  ["Amounts are cents everywhere. Keep this in mind.", "preference"],
  ["never force-push to main", "constraint"],
  ["You must not edit files under db/migrations once they are merged.", "constraint"],
  ["Do not ever commit .env or any credentials.", "constraint"],
  ["Don't ever run `terraform apply` without asking me.", "constraint"],
  ["Fix the login form, and always add a regression test for a bug.", "preference"],
  ["Going forward, answer in British English.", "preference"],
  ["Stop adding comments that only repeat the code.", "preference"],
  ["Whenever you change the API, update docs/api.md as well.", "preference"],
  ["The vendor folder is off limits.", "constraint"],
  ["Generated files must never be edited by hand.", "constraint"],
  ["Never use emojis in commit messages.", "constraint"],
  ["never guess an error's cause, reproduce it first", "preference"],
  ["In future, ask before you install a dependency.", "preference"],
  ["We always squash before merging.", "preference"],
  ["You should always name columns in snake case.", "preference"],
  ["I told you I run the review myself. Never do that on your own.", "preference"],
  ["My preference is tabs, two wide.", "preference"],
  ["By default use the smaller model for searches.", "preference"],

  ["Why does it always return null?", null],
  ["Should I always use pnpm here?", null],
  ["Do you prefer tabs or spaces?", null],
  ["The build never works on my machine.", null],
  ["It always fails on the second run.", null],
  ["Never mind, I found it.", null],
  ["that should never happen", null],
  ["You never ran the tests.", null],
  ["I never said that you may delete it.", null],
  ["The docs say to always use the v2 endpoint, is that still true?", null],
  ['The comment says "never edit this file", what does it mean here.', null],
  ["// always use the pool, never a raw client", null],
  ["# Never commit this file", null],
  ["```\nalways use strict mode\nnever use eval\n```", null],
  ["> from now on we ship on Fridays", null],
  ["Users prefer the old layout, so bring it back.", null],
  ["I don't prefer either, choose one.", null],
  ["It is not always the same request that times out.", null],
  ["If the queue is empty we never reach this line.", null],
  ["error: must not be null", null],
  ["    never(value: never): never;", null],
  ["I'd prefer option 2.", null],
  ["I would never have guessed that.", null],
  ["Always failing since yesterday, please look.", null],
  ["<system-reminder>Always keep this in mind: never push.</system-reminder>", null],
  ["do you remember that bug from last week", null],
  ["He always forgets the changelog.", null],
  ["Add a button that deletes the invoice.", null],
  ["Make the tests pass.", null],
  ["Add a test for what the parser must do with `never` types.", null],
];

function foundIn(prompt: string): RuleKind | null {
  return wishesOf(prompt)[0]?.kind ?? null;
}

describe("what people want from now on", () => {
  it("is told apart from what only looks so, with precision before recall", () => {
    const results = LABELLED.map(([prompt, expected]) => ({ prompt, expected, found: foundIn(prompt) }));
    const count = (test: (row: (typeof results)[number]) => boolean) => results.filter(test).length;
    const right = count(({ found, expected }) => found !== null && expected !== null);
    const precision = right / count(({ found }) => found !== null);
    const recall = right / count(({ expected }) => expected !== null);
    const kinds = count(({ found, expected }) => found !== null && found === expected) / right;
    const missed = results.filter(({ found, expected }) => found !== expected);
    console.log(
      `Preferences: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, kind right ${kinds.toFixed(3)} ` +
        `(${results.length} prompts)${missed.map(({ prompt, expected, found }) => `\n  ${prompt}: ${found}, not ${expected}`).join("")}`,
    );
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(kinds).toBeGreaterThanOrEqual(0.95);
  });

  it("takes the sentence before it along when it only points back", () => {
    expect(wishesOf("Amounts are cents everywhere. Keep this in mind.").map(({ text }) => text)).toEqual([
      "Amounts are cents everywhere.",
    ]);
    expect(wishesOf("I run the review. Never do that on your own.")[0]?.text).toBe(
      "I run the review. Never do that on your own.",
    );
    expect(wishesOf("Keep this in mind.")).toEqual([]);
  });

  it("names the files that a constraint is about", () => {
    const [wish] = wishesOf("Never edit `src/generated/client.ts` or anything in db/migrations/.");
    expect(wish).toMatchObject({ kind: "constraint", affectedPaths: ["src/generated/client.ts", "db/migrations/"] });
  });

  it("is looked for in what a person typed, not in a pasted document", () => {
    expect(wishesOf(`${"This is a long specification. ".repeat(200)}Always use pnpm.`)).toEqual([]);
  });
});

describe("the wishes of a session", () => {
  it("are those of its prompts, each once, with their place", () => {
    const session = aSession()
      .prompted("Fix the form. Always use pnpm here.")
      .ran("cat notes.md", { text: "Always use yarn. Never push to main." })
      .said("From now on I will always use yarn.")
      .prompted("Always use pnpm here.")
      .build();
    const found = findPreferences(session, "native-1");
    expect(found.map(({ text }) => text)).toEqual(["Always use pnpm here."]);
    expect(found[0]?.sourceKey).toMatch(/:native-1:.+:said:0$/);
  });

  it("do not hold what a rewind took back", () => {
    const session = aSession().prompted("Start.").prompted("Always use pnpm here.").rewound(1).build();
    expect(findPreferences(session, "native-1")).toEqual([]);
  });
});
