import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TODO_STATES } from "../handoffs/note";
import { blankSummary, type SessionSummaryBody } from "./body";
import { writeSessionSummary } from "./markdown";
import { readSessionSummary } from "./read-markdown";

const BODY: SessionSummaryBody = {
  ...blankSummary({
    session: 12,
    at: "2026-03-20 14:30",
    client: "claude-code",
    agents: ["main", "code-reviewer"],
    branch: "feat/auth",
  }),
  task: "Implement login.\n\n# Not a section",
  worked: [{ text: "`npm test` passes.", evidence: ["ctx:e42", "abc1234"] }],
  failed: [
    {
      approach: "`npm test`",
      reason: "TypeError: x is not a function",
      lesson: "Passed after changes to src/a.ts.",
      evidence: ["FAIL-003", "ctx:e9"],
    },
  ],
  remaining: [
    { text: "Token refresh", state: "in_progress", evidence: ["ctx:e30"] },
    { text: "Middleware", state: "open", evidence: [] },
  ],
  decisions: [{ text: "JWT expires in 24h", ref: "DEC-016", evidence: ["ctx:e5"] }],
  files: [{ path: "src/a|b.ts", edits: 2, writes: 1, isNew: true, evidence: ["ctx:e11"] }],
  tests: [{ check: "test", command: "npm test | tail", passed: true, evidence: ["ctx:e42"] }],
  blockers: [{ text: "The staging key is missing.", evidence: ["ctx:e50"] }],
  preferences: [{ text: "Use pnpm from now on.", evidence: ["ctx:e2"] }],
  questions: [{ text: "Rate limit on login?", evidence: ["ctx:e51"] }],
  more: [{ title: "Notes", text: "Ask Mia." }],
};

const TEXT = `# Session Summary

- **Session**: #12 (2026-03-20 14:30)
- **Client**: claude-code
- **Agents**: main, code-reviewer
- **Branch**: feat/auth

## Task

Implement login.

\\# Not a section

## What Worked

- \`npm test\` passes.
  - Evidence: ctx:e42, abc1234

## What Failed

- \`npm test\`
  - Reason: TypeError: x is not a function
  - Lesson: Passed after changes to src/a.ts.
  - Evidence: FAIL-003, ctx:e9

## Remaining Work

- [ ] Token refresh (in progress)
  - Evidence: ctx:e30
- [ ] Middleware

## Key Decisions

- JWT expires in 24h (DEC-016)
  - Evidence: ctx:e5

## Files Modified

| File | Change | Evidence |
| --- | --- | --- |
| src/a\\|b.ts | new file, 2 edits | ctx:e11 |

## Tests

| Check | Result | Command | Evidence |
| --- | --- | --- | --- |
| test | passed | npm test \\| tail | ctx:e42 |

## Blockers

- The staging key is missing.
  - Evidence: ctx:e50

## Preferences

- Use pnpm from now on.
  - Evidence: ctx:e2

## Open Questions

- Rate limit on login?
  - Evidence: ctx:e51

## Notes

Ask Mia.
`;

describe("a session summary as Markdown", () => {
  it("has the published form", () => {
    expect(writeSessionSummary(BODY)).toBe(TEXT);
  });

  it("is read back as it was", () => {
    expect(readSessionSummary(TEXT)).toEqual(BODY);
  });

  /** Words that mean something to the form, so that chance meets them. */
  const word = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom(
      ...["#", "## Tests", "- ", "|", "\\|", "\\", "```", "~~~", "\\```", "None", "[x] ", "(DEC-1)", "(cancelled)"],
      ...["  - Evidence: a", "\n", "\n\n", "\r\n", "\u2028", " ", ",", "1 edits", "written 1 times", "passed", "---"],
      ...["Notes", "Session Summary", "**Session**: #1", "| --- |", "Reason: x", "Session 2026-01-01 10:00", "##"],
    ),
  );
  const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(""));
  const evidence = fc.array(text, { maxLength: 3 });
  const statements = fc.array(fc.record({ text, evidence }), { maxLength: 3 });
  const body: fc.Arbitrary<SessionSummaryBody> = fc.record({
    from: fc.record({
      session: fc.option(fc.nat({ max: 999_999_999 })),
      at: text,
      client: text,
      agents: fc.array(text, { maxLength: 3 }),
      branch: fc.option(text),
    }),
    task: text,
    worked: statements,
    failed: fc.array(fc.record({ approach: text, reason: text, lesson: text, evidence }), { maxLength: 3 }),
    remaining: fc.array(fc.record({ text, state: fc.constantFrom(...TODO_STATES), evidence }), { maxLength: 3 }),
    decisions: fc.array(fc.record({ text, ref: fc.option(text), evidence }), { maxLength: 3 }),
    files: fc.array(
      fc.oneof(
        fc.record({ path: text, edits: fc.nat(9), writes: fc.nat(9), isNew: fc.boolean(), evidence }),
        fc.record({
          path: text,
          edits: fc.constant(0),
          writes: fc.constant(0),
          isNew: fc.constant(false),
          about: text,
          evidence,
        }),
      ),
      { maxLength: 3 },
    ),
    tests: fc.array(fc.record({ check: text, command: text, passed: fc.boolean(), evidence }), { maxLength: 3 }),
    blockers: statements,
    preferences: statements,
    questions: statements,
    more: fc.array(fc.record({ title: text, text }), { maxLength: 4 }),
  });

  it("gives the same bytes after a round trip, whatever it says", { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(body, (any) => {
        const written = writeSessionSummary(any);
        expect(writeSessionSummary(readSessionSummary(written))).toBe(written);
      }),
      { numRuns: 400 },
    );
  });

  it("keeps every word that a person wrote, also where the form has no place for it", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{4,9}$/), { minLength: 1, maxLength: 4 });
    const line = fc.oneof(
      words.map((some) => some.join(" ")),
      words.map((some) => `- ${some.join(" ")}`),
      words.map((some) => `| ${some.join(" | ")} |`),
      fc.constantFrom("## Tests", "## Files Modified", "## What Failed", "### Aside", "", "## Task"),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const told = lines.filter((one) => !one.startsWith("#")).join(" ");
        const again = writeSessionSummary(readSessionSummary(lines.join("\n")));
        for (const one of told.match(/[a-z]{4,9}/g) ?? []) expect(again).toContain(one);
      }),
      { numRuns: 500 },
    );
  });

  it("reads the form that other tools write", () => {
    const read = readSessionSummary(
      "## Session 2026-06-10 14:32\n### What Was Attempted But Failed\n- Redis\n  - Reason: no server\n### Tests\n- unit: passed (npm test)\n",
    );
    expect(read.from.at).toBe("2026-06-10 14:32");
    expect(read.failed).toEqual([{ approach: "Redis", reason: "no server", lesson: "", evidence: [] }]);
    expect(read.tests).toEqual([{ check: "unit", passed: true, command: "npm test", evidence: [] }]);
  });

  it("takes a bare None for nothing", () => {
    expect(readSessionSummary("# Session Summary\n\n## Blockers\n\nNone.\n").blockers).toEqual([]);
  });
});
