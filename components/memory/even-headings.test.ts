import { describe, expect, it } from "vitest";
import { evenHeadings } from "./even-headings";

describe("headings of a record's text", () => {
  it.each([
    ["### A\ntext\n#### B", "## A\ntext\n### B"],
    ["# A\n#### B\n## C", "## A\n### B\n### C"],
    ["## A\n# B", "## A\n## B"],
    ["no heading", "no heading"],
    ["```\n### code\n```\n### A", "```\n### code\n```\n## A"],
  ])("go down one level at a time: %j", (text, even) => {
    expect(evenHeadings(text)).toBe(even);
  });
});
