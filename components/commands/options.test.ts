import { describe, expect, it } from "vitest";
import { barOptions } from "./options";

const HISTORY = ["budget 200k", "status", "search lock", "decisions", "compact"];
const texts = (phrase: string) => barOptions(phrase, HISTORY).options.map(({ group, text }) => `${group}: ${text}`);

describe("what the command bar lists", () => {
  it("begins with what was run last", () => {
    expect(texts("").slice(0, 5)).toEqual([
      "Recent: budget 200k",
      "Recent: status",
      "Recent: search lock",
      "Recent: decisions",
      "Commands: status",
    ]);
  });

  it("goes on with what may follow, earlier commands that begin alike first", () => {
    expect(texts("budget ")).toEqual([
      "Recent: budget 200k",
      "Values: budget 128k",
      "Values: budget 200k",
      "Values: budget 400k",
      "Values: budget 1m",
      "Values: budget auto",
    ]);
    expect(texts("status")).toEqual(["Commands: status"]);
  });
});
