import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankNote } from "./blank";
import { writeHandoff } from "./markdown";
import { type HandoffNote, TODO_STATES } from "./note";
import { addressed, readNote } from "./read-note";

const FROM = { session: 12, at: "2026-03-20 14:30", client: "claude-code", agent: "main" };
const BLANK = blankNote(FROM);

/** Texts that look like marks of the form itself. */
const LOOKALIKES = [
  "a(DEC-001)",
  "b (DEC-001)",
  "test: passed (c)",
  "done (cancelled)",
  "work (in progress)",
  "[x] item",
  "1. first",
  "- dash",
  "fix (on main)",
  "3f91520 again",
  "a: b: c",
  "src/a.ts (new file, 2 edits)",
  "### Progress",
  "\\# escaped",
];
const line = fc.oneof(
  fc.constantFrom(...LOOKALIKES),
  fc
    .string({ minLength: 1, maxLength: 40 })
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== ""),
);
const ref = fc.option(fc.integer({ min: 1, max: 999 }).map((number) => `DEC-${String(number).padStart(3, "0")}`));
const block = fc.array(fc.oneof(line, fc.constantFrom("### Progress", "```", "# One", "- item", "")), { maxLength: 5 });

/** Any note that composing can make: texts are one line, trimmed and not empty. */
const notes: fc.Arbitrary<HandoffNote> = fc.record({
  from: fc.constant(FROM),
  to: fc.constantFrom("Next session", "The team", "Mia Member"),
  currentTask: block.map((lines) => lines.join("\n").trim()),
  progress: fc.array(fc.record({ text: line, state: fc.constantFrom(...TODO_STATES) }), { maxLength: 3 }),
  keyDecisions: fc.array(fc.record({ text: line, ref }), { maxLength: 3 }),
  rejectedAlternatives: fc.array(fc.record({ text: line, why: fc.oneof(line, fc.constant("")), ref }), {
    maxLength: 3,
  }),
  failedApproaches: fc.array(
    fc.record({ text: line, why: fc.oneof(line, fc.constant("")), ref, eventRef: fc.constant(null) }),
    { maxLength: 3 },
  ),
  openQuestions: fc.array(line, { maxLength: 3 }),
  filesModified: fc.array(
    fc.record({
      path: line,
      edits: fc.nat({ max: 20 }),
      writes: fc.nat({ max: 5 }),
      isNew: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  nextSteps: fc.array(line, { maxLength: 3 }),
  remainingFailures: fc.array(fc.record({ text: line, ref, eventRef: fc.constant(null) }), { maxLength: 3 }),
  checks: fc.array(
    fc.record({
      check: fc.constantFrom("test", "lint", "build"),
      command: line,
      passed: fc.boolean(),
      eventRef: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
  branch: fc.option(fc.constantFrom("main", "feat/login")),
  commits: fc.array(fc.record({ hash: fc.option(fc.constantFrom("3f91520", "9ab0c12d")), message: line }), {
    maxLength: 3,
  }),
  completeness: fc.constant([]),
});

describe("reading a note's Markdown", () => {
  it("writes the same Markdown again for every note in canonical form", () => {
    fc.assert(
      fc.property(notes, (note) => {
        const markdown = writeHandoff(note);
        // "None" as an author's word is no content, by design.
        fc.pre(!/^(?:- |1\. )?(?:none|nothing|n\/a|no)\.?$/im.test(markdown));
        expect(writeHandoff(readNote(markdown, BLANK))).toBe(markdown);
      }),
      { numRuns: 500 },
    );
  });

  it("loses no word of whatever a person writes", () => {
    const heading = fc.constantFrom(
      "### Progress",
      "## Risks",
      "# Mine",
      "### Last Checks",
      "### Next Steps",
      "#### Deep",
    );
    const anything = fc
      .array(
        fc.oneof(
          heading,
          line,
          line.map((text) => `- ${text}`),
          fc.constant("- [x] done thing"),
          fc.constant(""),
        ),
      )
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(anything, (markdown) => {
        const written = JSON.stringify(writeHandoff(readNote(markdown, BLANK)));
        // The heading of a section that is empty goes; it said nothing.
        const told = markdown.replace(/^#{1,3} (?:Progress|Last Checks|Next Steps)$/gm, "");
        for (const word of told.match(/[\p{L}]{3,}/gu) ?? []) {
          if (/^(?:none|nothing)$/i.test(word)) continue;
          expect(written).toContain(word);
        }
      }),
    );
  });

  it("keeps sections that the form does not know, under their titles", () => {
    const note = readNote(
      "## Session Handoff Note\nHello there.\n### Risks\nThe queue.\n\n### Next Steps\n1. Go\n",
      BLANK,
    );
    expect(note.more).toEqual([
      { title: "Notes", text: "Hello there." },
      { title: "Risks", text: "The queue." },
    ]);
    expect(note.nextSteps).toEqual(["Go"]);
    expect(writeHandoff(note)).toContain("### Risks\nThe queue.\n");
  });

  it("takes over what the form does not carry from the note that was edited", () => {
    const before: HandoffNote = {
      ...BLANK,
      checks: [{ check: "test", command: "npm test", passed: false, eventRef: "e9" }],
      remainingFailures: [{ text: "npm test: boom", ref: "FAIL-003", eventRef: "e9" }],
    };
    const note = readNote(writeHandoff(before).replace("(2026-03-20 14:30)", ""), before);
    expect(note.from).toEqual(FROM);
    expect(note.checks[0]?.eventRef).toBe("e9");
    expect(note.remainingFailures[0]).toMatchObject({ ref: "FAIL-003", eventRef: "e9" });
  });

  it("does not take a line of fenced code for a heading, nor a stray fence for code", () => {
    const fenced = readNote("### Current Task\nRun:\n```\n# not a heading\n```\n### Next Steps\n1. Go", BLANK);
    expect(fenced.currentTask).toContain("# not a heading");
    expect(fenced.nextSteps).toEqual(["Go"]);
    expect(readNote("### Current Task\n```\nleft open\n### Next Steps\n1. Go", BLANK).nextSteps).toEqual(["Go"]);
  });

  it("says of each section whether it is told, and lets an author say that there is nothing", () => {
    const before: HandoffNote = {
      ...BLANK,
      completeness: BLANK.completeness.map((state) =>
        state.section === "openQuestions" ? { ...state, state: "none", reason: "No question is open." } : state,
      ),
    };
    const { completeness } = readNote("### Current Task\nShip it.\n### Key Decisions\n- None.\n", before);
    const stateOf = (section: string) => completeness.find((one) => one.section === section);
    expect(stateOf("currentTask")).toMatchObject({ state: "filled" });
    expect(stateOf("keyDecisions")).toMatchObject({ state: "none" });
    expect(stateOf("openQuestions")).toMatchObject({ state: "none", reason: "No question is open." });
    expect(stateOf("nextSteps")).toMatchObject({ state: "missing" });
  });

  it("keeps a check list that nobody touched as outdated as it was", () => {
    const before: HandoffNote = {
      ...BLANK,
      checks: [{ check: "test", command: "npm test", passed: true, eventRef: null }],
      completeness: [{ section: "checks", state: "missing", reason: "Files changed after the last check." }],
    };
    const markdown = writeHandoff(before);
    const stateOf = (note: HandoffNote) => note.completeness.find((one) => one.section === "checks")?.state;
    expect(stateOf(readNote(markdown, before))).toBe("missing");
    expect(stateOf(readNote(markdown.replace("passed", "failed"), before))).toBe("filled");
  });

  it("keeps a person's words on a file in place of counts", () => {
    const note = readNote(
      "### Files Modified\n- src/jwt.ts (new file - token helpers)\n- src/a.ts (new file, 2 edits)",
      BLANK,
    );
    expect(note.filesModified).toEqual([
      { path: "src/jwt.ts", edits: 0, writes: 0, isNew: false, about: "new file - token helpers" },
      { path: "src/a.ts", edits: 2, writes: 1, isNew: true },
    ]);
  });
});

describe("the addressee in the Markdown", () => {
  it("is the one of the record", () => {
    expect(addressed(writeHandoff(BLANK), "Mia $& Member")).toContain("\n**To**: Mia $& Member\n");
    expect(addressed("### Next Steps\n**To**: nobody", "Mia")).toBe("### Next Steps\n**To**: nobody");
  });
});
