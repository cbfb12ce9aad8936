import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askPerson } from "./ask";

/** A terminal at which somebody types `text`. */
function typing(text: string) {
  const input = new PassThrough();
  const output = new PassThrough();
  output.resume();
  return { answer: askPerson("Go on? ", { input, output, terminal: true }), end: () => input.end(text) };
}

describe("a question to a person", () => {
  it("answers the line that was typed", async () => {
    const { answer, end } = typing("yes\r");
    end();
    expect(await answer).toBe("yes");
  });

  it.each([
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
    ["the end of the input", ""],
  ])("ends with %s, which is no answer", async (_, keys) => {
    const { answer, end } = typing(keys);
    end();
    expect(await answer).toBeNull();
  });
});
