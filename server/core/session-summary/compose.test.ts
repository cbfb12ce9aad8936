import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDrafts } from "../decisions/find-drafts";
import { groupFailures } from "../failures/group-failures";
import { arrangedAnew } from "../failures/testing/arranged-anew";
import type { SessionInput } from "../prune/model";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { SessionSummaryBody, SUMMARY_SECTIONS } from "./body";
import { composeSummary, summaryTitle } from "./compose";
import { writeSessionSummary } from "./markdown";
import { readSessionSummary } from "./read-markdown";

function compose(session: SessionBuilder | SessionInput): SessionSummaryBody | null {
  const input = "build" in session ? session.build() : session;
  return composeSummary(input, {
    number: 12,
    startedAtMs: Date.UTC(2026, 2, 20, 13, 30),
    timeZone: "Europe/Berlin",
    cwd: "/repo",
    branch: "feat/auth",
    decisions: findDrafts(input, "n").map((draft, index) => ({ draft, ref: `DEC-0${15 + index}` })),
    failures: groupFailures(input).map((failure, index) => ({ failure, ref: `FAIL-00${index + 1}` })),
  });
}

function summary(session: SessionBuilder): SessionSummaryBody {
  const body = compose(session);
  if (!body) throw new Error("There is no summary.");
  return body;
}

const started = aSession().prompted("Implement user authentication. Always use pnpm, never npm.");
const TYPE_ERROR = { exit: 1, text: "TypeError: x is not a function" };
const full = started
  .used(
    {
      tool: "TodoWrite",
      toolClass: "todo",
      params: JSON.stringify({
        todos: [
          { content: "Login", status: "completed" },
          { content: "Refresh", status: "in_progress" },
        ],
      }),
      text: "ok",
    },
    {},
  )
  .edited("/repo/src/a.ts")
  .ran("pnpm test", TYPE_ERROR)
  .edited("/repo/src/b.ts")
  .ran("pnpm test")
  .ran("git commit -m 'feat: login'", { text: "[feat/auth 3f91520] feat: login" })
  .edited("/repo/schema.sql", { outcome: "refused", text: "Not the schema." })
  .ran("deploy it", { exit: 2, text: "Error: no key" })
  .said("Login works.\n\nShould we limit the rate of logins?");

describe("a session's summary", () => {
  it("tells what worked, each with the event or commit that proves it", () => {
    expect(summary(full).worked).toEqual([
      { text: "Login", evidence: [expect.stringMatching(/^ctx:/)] },
      { text: "Committed: feat: login", evidence: ["3f91520", expect.stringMatching(/^ctx:/)] },
      { text: "test passed: pnpm test", evidence: [expect.stringMatching(/^ctx:/)] },
    ]);
  });

  it("tells what failed, why, and what worked in the end", () => {
    expect(summary(full).failed).toMatchObject([
      {
        approach: "pnpm test",
        reason: "TypeError: x is not a function",
        lesson: "It passed after changes to src/b.ts.",
        evidence: ["FAIL-001", expect.stringMatching(/^ctx:/), expect.stringMatching(/^ctx:/)],
      },
      { approach: "Edit /repo/schema.sql", reason: "The person refused it: Not the schema.", lesson: "" },
      { approach: "deploy it", reason: "Error: no key", lesson: "" },
    ]);
  });

  it("tells what is left, what stands in the way, what was wanted and what was asked", () => {
    const body = summary(full);
    expect(body.remaining).toMatchObject([{ text: "Refresh", state: "in_progress" }]);
    expect(body.blockers.map(({ text }) => text)).toEqual([
      "Still fails: deploy it: Error: no key",
      "Refused: Edit /repo/schema.sql",
    ]);
    expect(body.preferences.map(({ text }) => text)).toEqual(["Always use pnpm, never npm."]);
    expect(body.questions.map(({ text }) => text)).toEqual(["Should we limit the rate of logins?"]);
    expect(body.files.map(({ path, edits }) => ({ path, edits }))).toEqual([
      { path: "src/a.ts", edits: 1 },
      { path: "src/b.ts", edits: 1 },
    ]);
    expect(body.tests).toMatchObject([{ check: "test", command: "pnpm test", passed: true }]);
  });

  it("is there for a session with work in it only", () => {
    expect(compose(aSession().prompted("What does this do?").said("It adds."))).toBeNull();
    expect(compose(aSession().prompted("Add a test.").wrote("a.test.ts"))).not.toBeNull();
  });

  it("is called as its session, else by its task, else by what it tells", () => {
    expect(summaryTitle("Login page", summary(full))).toBe("Login page");
    expect(summaryTitle(null, summary(full))).toMatch(/^Implement user authentication/);
    expect(summaryTitle(null, summary(aSession().wrote("a.ts")))).toBe("a.ts");
  });

  const step = fc.constantFrom<(session: SessionBuilder) => SessionBuilder>(
    (session) => session.ran("pnpm test", TYPE_ERROR),
    (session) => session.ran("pnpm test"),
    (session) => session.ran("deploy it", { exit: 2, text: "Error: no key" }),
    (session) => session.edited("/repo/src/a.ts"),
    (session) => session.edited("/repo/src/b.ts", { outcome: "refused", text: "No." }),
    (session) => session.ran("git commit -m x", { text: "[main 3f91520] x" }),
    (session) => session.prompted("From now on, answer in French."),
    (session) => session.asked("Which hash?", "bcrypt"),
    (session) => session.said("Shall I go on with the next one?"),
    (session) => session.compacted(),
  );
  const sessions = fc.array(step, { maxLength: 25 }).map((steps) => steps.reduce((one, next) => next(one), started));

  it("says nothing that the session does not show: every event that it names is there", () => {
    fc.assert(
      fc.property(sessions, (session) => {
        const input = session.build();
        const body = compose(input);
        if (body === null) return;
        const refs = new Set(input.events.map(({ ref }) => `ctx:${ref}`));
        const statements: { evidence: string[] }[] = SUMMARY_SECTIONS.flatMap((section) =>
          section === "task" ? [] : [...body[section]],
        );
        for (const { evidence } of statements) {
          expect(evidence.length).toBeGreaterThan(0);
          for (const link of evidence) {
            expect(refs.has(link) || /^(?:DEC|FAIL)-\d{3}$|^[0-9a-f]{7,40}$/.test(link)).toBe(true);
          }
        }
        expect(SessionSummaryBody.parse(body)).toEqual(body);
        const text = writeSessionSummary(body);
        expect(writeSessionSummary(readSessionSummary(text))).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it("does not depend on the order of arrival", () => {
    fc.assert(
      fc.property(
        sessions.map((session) => session.build()).chain((input) => fc.tuple(fc.constant(input), arrangedAnew(input))),
        ([input, shuffled]) => {
          expect(compose(shuffled)).toEqual(compose(input));
        },
      ),
      { numRuns: 40 },
    );
  });
});
