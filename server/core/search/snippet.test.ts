import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_SNIPPET_CHARACTERS, markedText, snippetOf } from "./snippet";

const marked = (pieces: ReturnType<typeof snippetOf>) =>
  pieces.filter(({ isMarked }) => isMarked).map(({ text }) => text);

describe("snippets", () => {
  it("show the place that has the most of what was looked for", () => {
    const text = `${"ledger filler words ".repeat(30)} the ledger lock is stale ${"more filler ".repeat(40)}`;
    const pieces = snippetOf(text, new Set(["ledger", "lock", "stale"]));
    expect(marked(pieces)).toEqual(expect.arrayContaining(["ledger", "lock", "stale"]));
    expect(pieces[0]?.text.startsWith("…")).toBe(true);
    expect(pieces.at(-1)?.text.endsWith("…")).toBe(true);
  });

  it("mark an identifier once, as a whole", () => {
    expect(marked(markedText("call getBackoffDelay now", new Set(["backoff", "delay"])))).toEqual(["getBackoffDelay"]);
  });

  it("mark beginnings of words, and a text without a find not at all", () => {
    expect(marked(markedText("authentication", new Set(["auth*"])))).toEqual(["authentication"]);
    expect(snippetOf("nothing here", new Set(["else"]))).toEqual([{ text: "nothing here", isMarked: false }]);
  });

  it("hold markup as text", () => {
    const pieces = snippetOf("<script>alert(1)</script> lock", new Set(["lock"]));
    expect(pieces.map(({ text }) => text).join("")).toBe("<script>alert(1)</script> lock");
  });

  it("are pieces of the text, in order, and not longer than they may be", () => {
    const word = fc.constantFrom("lock", "queue", "a", "the", "retry", "\n", "x".repeat(70), "getLockName");
    fc.assert(
      fc.property(fc.array(word, { maxLength: 300 }), (words) => {
        const text = words.join(" ");
        const pieces = snippetOf(text, new Set(["lock", "retri"]));
        const joined = pieces.map((piece) => piece.text).join("");
        expect(joined.length).toBeLessThanOrEqual(MAX_SNIPPET_CHARACTERS + 2);
        const flat = text.replace(/\s+/g, " ");
        expect(flat).toContain(joined.replace(/^…|…$/g, "").replace(/\s+/g, " "));
      }),
    );
  });
});
