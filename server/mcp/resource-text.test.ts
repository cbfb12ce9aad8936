import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../core/events/tokens";
import { startItems } from "../core/protocol/start-items";
import { limitOf, listText, recordText } from "./resource-text";

const LIMIT = { maxInjectionShare: 0.01 };
const WORK = { session: null, task: "", branch: null, todos: [], checks: [] };
const itemsOf = (texts: readonly string[]) =>
  startItems({
    rules: texts.map((text, at) => ({
      kind: "constraint" as const,
      ref: `CON-${at}`,
      title: text,
      text: "",
      reason: "",
      affectedPaths: [],
    })),
    decisions: [],
    handoff: null,
    work: WORK,
    withdrawn: [],
  });

const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 400, size: "max" }), { maxLength: 80, size: "max" });

describe("the text of a list", () => {
  it("never takes more of a window than the project allows, whatever it holds", () => {
    fc.assert(
      fc.property(texts, texts, (notices, told) => {
        const list = { title: "Constraints", notices, items: itemsOf(told), empty: "None." };
        expect(estimateTokens(listText(list, LIMIT))).toBeLessThanOrEqual(limitOf(LIMIT));
      }),
    );
  });

  it("says how many notices and items it could not tell", () => {
    const many = Array.from({ length: 500 }, (_, at) => `number ${at} of a list that is too long to be told at once`);
    const text = listText({ title: "Rules", notices: many, items: itemsOf(many), empty: "" }, LIMIT);
    expect(text).toMatch(
      /^# Rules\n\n## Look First\n\n- number 0 .+\n- and \d+ more; find them with search\n\n## In Force/s,
    );
    expect(text).toMatch(/## By Reference\n\n.*- and \d+ more; find them with search\n$/s);
  });
});

describe("the text of a record", () => {
  it("stays within the limit, keeps its notices and says that it was cut", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20_000 }), (body) => {
        const text = recordText(["Superseded by DEC-002."], body, LIMIT);
        expect(estimateTokens(text)).toBeLessThanOrEqual(limitOf(LIMIT));
        expect(text.startsWith("> **Superseded by DEC-002.**")).toBe(true);
      }),
    );
    expect(recordText([], "A line.\n".repeat(2_000), LIMIT)).toMatch(/A line\.\n\n\(Cut here: /);
    expect(recordText([], "Short\n", LIMIT)).toBe("Short\n");
  });
});
