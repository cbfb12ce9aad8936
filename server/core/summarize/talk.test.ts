import { describe, expect, it } from "vitest";
import { aSession } from "../prune/testing/session-builder";
import { timelineOf } from "../prune/timeline";
import { talkOf } from "./talk";

const conclusionOf = (...messages: readonly string[]) =>
  talkOf(timelineOf(messages.reduce((session, text) => session.said(text), aSession()).build()).entries).conclusion;

const FOUND = "The cache keeps tokens for fifteen minutes.";

describe("what the agent concluded", () => {
  it("is the last thing that it stated", () => {
    expect(conclusionOf("The cache keeps tokens for an hour.", FOUND)).toBe(FOUND);
  });

  it("is what it called its conclusion, whatever it stated behind it", () => {
    const concluded = "Conclusion: the libraries revoke the token on logout.";
    expect(conclusionOf(`${concluded} Source: https://example.org/logout`)).toBe(concluded);
    expect(conclusionOf(concluded, FOUND)).toBe(concluded);
    expect(conclusionOf(concluded, "Root cause: the clock of the server runs late.")).toMatch(/^Root cause/);
  });

  it.each([
    "Source: https://example.org/cache-of-tokens",
    "Perfect, that is exactly what was needed here.",
    "Thanks for the hint, that explains a lot of it.",
    "OK, that sounds good to me as well.",
    "You're absolutely right about the cache of tokens.",
    "Let me look at the tests of the cache next.",
    "I'm running the tests of the cache once more.",
    "I will change the cache to a sliding window.",
    "For now, I'll keep the cache as it is.",
    "Run npm test to see whether the cache holds.",
    "You should restart the server after this change.",
    "Should the cache keep tokens for longer than that?",
    "Here is what I found about the cache of tokens:",
  ])("is not: %s", (later) => {
    expect(conclusionOf(FOUND, later)).toBe(FOUND);
    expect(conclusionOf(later)).toBeNull();
  });
});
