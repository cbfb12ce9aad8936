import { describe, expect, it } from "vitest";
import { isFollowUp } from "./follow-up";

const ALONE = { isAsked: false, ledToChange: false };

describe("a prompt that keeps the work going", () => {
  it.each([
    "yes, go on",
    "Yes, exactly, please implement this.",
    "ok, let's continue with the next file then",
    "Looks good, commit and push to main please",
    "perfect, now do the next step of the plan",
    "that still does not work on my machine",
    "It's still failing with the same error as before",
    "also cover the empty list in that test",
    "wait, the port is taken by the old server",
    "no, I meant the other settings file, in config/",
    "The build still fails with exit code 2",
    "why did you change the lock file as well?",
    "What is the difference between these two?",
  ])("is %j", (text) => {
    expect(isFollowUp(text, ALONE)).toBe(true);
  });

  it.each([
    "Implement user authentication with JWT tokens.",
    "Thanks! Please update CLAUDE.md for the current changes",
    "ok now rename the flag to --json in the help text",
    "merge the two lists in settings.ts into one",
    "Item numbers are lost when an order is exported as CSV.",
    "Italic text is rendered bold in the preview pane",
    `This project needs a guide for operators. ${"Say how backups are made and restored. ".repeat(4)}`,
    "Bitte die Anmeldung auf Passkeys umstellen",
  ])("is not %j", (text) => {
    expect(isFollowUp(text, ALONE)).toBe(false);
  });

  it("is a question that changed nothing; one that led to changes is a task", () => {
    const question = "Why does the login fail behind a proxy?";
    expect(isFollowUp(question, ALONE)).toBe(true);
    expect(isFollowUp(question, { ...ALONE, ledToChange: true })).toBe(false);
  });

  it("is a short answer to the agent's question, and no request that comes in its place", () => {
    const asked = { ...ALONE, isAsked: true };
    expect(isFollowUp("the second one, in Postgres", ALONE)).toBe(false);
    expect(isFollowUp("the second one, in Postgres", asked)).toBe(true);
    expect(isFollowUp("Now add rate limiting to the login.", asked)).toBe(false);
  });
});
