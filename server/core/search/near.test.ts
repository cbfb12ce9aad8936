import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctionOf, nearKeys, slipsBetween } from "./near";

const PROJECT = "018f0000-0000-7000-8000-0123456789ab";
const word = (shown: string, documents = 1) => ({ lexeme: shown, shown, documents });

describe("misspelt words", () => {
  it.each([
    ["webook", "webhook", 1],
    ["recieve", "receive", 1],
    ["intermitent", "intermittent", 1],
    ["throtle", "throttle", 1],
    ["idempotancy", "idempotency", 1],
    ["kubernets", "kubernetes", 1],
    ["same", "same", 0],
  ])("%s is near %s", (typed, meant, slips) => {
    expect(slipsBetween(typed, meant)).toBe(slips);
    const keys = new Set(nearKeys(PROJECT, word(meant)));
    expect(nearKeys(PROJECT, word(typed)).some((key) => keys.has(key))).toBe(true);
  });

  it("mean the nearest word, of equally near ones the most used", () => {
    expect(correctionOf(word("webook"), [word("webhook"), word("weblook", 9), word("webhooks", 99)])?.shown).toBe(
      "weblook",
    );
    expect(correctionOf(word("ledgr"), [word("ledger"), word("badger", 50)])?.shown).toBe("ledger");
  });

  it("are left alone when they are short or far from everything", () => {
    expect(correctionOf(word("cat"), [word("car")])).toBeNull();
    expect(correctionOf(word("zebra"), [word("ledger")])).toBeNull();
    expect(nearKeys(PROJECT, word("x".repeat(30)))).toEqual([]);
  });

  it("share a key with every word that is one slip away", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abcdef"), minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(letters, fc.nat(), fc.constantFrom("drop", "swap", "other"), (text, at, slip) => {
        const i = at % (text.length - 1);
        const changed = {
          drop: text.slice(0, i) + text.slice(i + 1),
          swap: `${text.slice(0, i)}${text[i + 1]}${text[i]}${text.slice(i + 2)}`,
          other: `${text.slice(0, i)}z${text.slice(i + 1)}`,
        }[slip];
        expect(slipsBetween(text, changed)).toBeLessThanOrEqual(1);
        const keys = new Set(nearKeys(PROJECT, word(text)));
        expect(nearKeys(PROJECT, word(changed)).some((key) => keys.has(key))).toBe(true);
      }),
    );
  });
});
