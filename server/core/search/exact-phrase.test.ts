import { describe, expect, it } from "vitest";
import { exactPhrase } from "./exact-phrase";

const has = (phrase: string, text: string) => exactPhrase(phrase, false)?.matches(text);

describe("a phrase with words that the index leaves out", () => {
  it.each([
    ["state of the art", "The State\nof the art, as of today"],
    ["end of the retry", "at the end of the retries"],
    ["the queue", "Drain the queue first"],
    ["get backoff of", "calls getBackoff of the queue"],
    ["größe der the tür", "Größe der the Türen"],
  ])("%s is in a text that has it", (phrase, text) => expect(has(phrase, text)).toBe(true));

  it.each([
    ["state of the art", "state in an art"],
    ["state of the art", "state off the art"],
    ["the queue", "bathe queue"],
    ["queue of", "queue offers"],
    ["end of the retry", "the end of a retry"],
  ])("%s is not in another", (phrase, text) => expect(has(phrase, text)).toBe(false));

  it("needs no look at the text when the index has all of its words, or none", () => {
    expect(exactPhrase("token bucket", false)).toBeNull();
    expect(exactPhrase("to be or not to be", false)).toBeNull();
  });

  it("takes signs for what they are", () => {
    expect(has("a.* (b) of [rows]", "a.* (b) of [rows]")).toBe(true);
  });
});
