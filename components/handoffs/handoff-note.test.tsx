import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { HandoffNote as Note } from "@/server/core/handoffs/note";
import { HandoffNote } from "./handoff-note";

const NOTE: Note = {
  from: { session: 12, at: "2026-03-20 14:30", client: "claude-code", agent: "main" },
  to: "Next session",
  currentTask: "Write <script>alert(1)</script> nowhere.",
  progress: [
    { text: "Login", state: "done" },
    { text: "Refresh", state: "in_progress" },
  ],
  keyDecisions: [{ text: "Use bcrypt", ref: "DEC-015" }],
  rejectedAlternatives: [],
  failedApproaches: [{ text: "npm test", why: "TypeError", ref: "FAIL-004", eventRef: null }],
  openQuestions: [],
  filesModified: [{ path: "src/a.ts", edits: 2, writes: 0, isNew: false }],
  nextSteps: [],
  remainingFailures: [{ text: "npm test: boom", ref: "FAIL-003", eventRef: "e1" }],
  checks: [{ check: "test", command: "npm test", passed: false, eventRef: "e1" }],
  branch: "feat/auth",
  commits: [
    { hash: "3f91520", message: "feat: login" },
    { hash: "9ab0c12", message: "fix: race", branch: "hotfix/race" },
  ],
  completeness: [
    { section: "rejectedAlternatives", state: "none", reason: "No decision named another option." },
    { section: "nextSteps", state: "missing", reason: "There is no open todo." },
    { section: "checks", state: "missing", reason: "Files changed after the last check." },
  ],
};

describe("a handoff note on the page", () => {
  const html = renderToStaticMarkup(<HandoffNote base={{ team: "t", project: "p" }} note={NOTE} session={12} />);

  it("links decisions, failures and events to where they are", () => {
    expect(html).toContain('href="/t/p/decisions/15"');
    expect(html).toContain('href="/t/p/failures/3"');
    expect(html).toContain('href="/t/p/failures/4"');
    expect(html).toContain('href="/t/p/sessions/12?event=e1"');
  });

  it("says what is missing and why, beside what is there", () => {
    expect(html).toContain("There is no open todo.");
    expect(html).toContain("Files changed after the last check.");
    expect(html).toContain("npm test");
    expect(html).toContain("1 of 2");
  });

  it("names a commit's branch only when it is another than the session's", () => {
    expect(html.match(/feat\/auth/g)).toHaveLength(1);
    expect(html.match(/hotfix\/race/g)).toHaveLength(1);
  });

  it("runs nothing that somebody wrote into it", () => {
    expect(html).not.toContain("<script>");
  });
});
