import { expect, it } from "vitest";
import { askable, likenessWords, typeWord } from "./failure-words";

it("says why a failure is like what was asked", () => {
  expect(likenessWords({ by: ["command", "words"], words: ["retry", "webhook"] })).toBe(
    "the same command; shares retry, webhook",
  );
  expect(likenessWords({ by: ["fingerprint"], words: ["retry"] })).toBe("the same command with the same cause");
});

it("keeps the beginning and the end of a long log", () => {
  const log = `Error: first\n${"x".repeat(30_000)}\nError: last`;
  expect(askable(log).length).toBeLessThan(2_500);
  expect(askable(log)).toMatch(/^Error: first[\s\S]*Error: last$/);
  expect(askable("short")).toBe("short");
});

it("reads types of other programs as they are written", () => {
  expect(typeWord("tool_error")).toBe("Tool error");
  expect(typeWord("flaky_test")).toBe("flaky test");
});
