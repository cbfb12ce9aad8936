import fc from "fast-check";
import { OUTLINE_KINDS } from "../../files/index-part";
import { PRIORITY_LEVELS } from "../../files/rank-files";
import type { SessionSummaryBody } from "../../session-summary/body";
import type { PortableConstraint, PortableDecision, PortableFailure, PortablePreference } from "../portable";

/** Generated records whose texts try everything that a format gives a meaning to. */

const NASTY = [
  "### [DEC-009] not a heading",
  "- **Status**: accepted",
  "- a bullet",
  "  indented",
  "a | b",
  "```ts",
  "\\## escaped",
  "\\- **Detail**: x",
  "# Title",
  "---",
  "(Session 4)",
  "a, b; c",
  "none",
  'Chosen option: "a", because b',
  "🙂 €",
  "=1+1",
  "",
  " ",
  "\r",
  "trailing  ",
  "-",
];

const line = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: "grapheme", maxLength: 12 }));
const text = fc
  .tuple(fc.array(line, { maxLength: 4 }), fc.constantFrom("\n", "\r\n", "\n\n"))
  .map(([lines, end]) => lines.join(end));
const word = fc.oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 8 }), text);
const words = fc.array(word, { maxLength: 3 });
const title = fc
  .oneof(fc.constantFrom("Use a queue (Session 3)", "\\(Session 3)", "[x] # y"), fc.string({ maxLength: 20 }))
  .map((said) => said.trim() || "Title");
const number = fc.integer({ min: 1, max: 99_999 });
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString());
const instant = fc.integer({ min: 0, max: 1_800_000_000_000 }).map((ms) => new Date(ms).toISOString());
const evidence = fc.array(
  fc.record({
    kind: fc.constantFrom("event", "record", "commit", "link", "note"),
    session: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 999 })),
    ref: fc.oneof(word, fc.constantFrom("01a4", "FAIL-009", "3f91520", "https://example.org/a")),
    note: word,
  }),
  { maxLength: 3 },
);
const author = fc.record({ kind: fc.constantFrom("member", "agent", ""), name: fc.constantFrom("Ada", "", "a (b)") });

export const aDecision: fc.Arbitrary<PortableDecision & { readonly number: number }> = fc
  .record({
    number,
    title,
    status: fc.constantFrom("draft", "proposed", "accepted", "rejected", "deprecated", "superseded"),
    author,
    recordedAt: fc.oneof(instant, fc.constant("")),
    session: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 999 })),
    decidedOn: fc.oneof(fc.constant(null), day, instant),
    context: text,
    decision: text,
    reasoning: text,
    alternatives: fc.array(fc.record({ option: word, detail: text, whyNot: text }), { maxLength: 3 }),
    impact: text,
    reversible: word,
    risk: word,
    confidence: word,
    assumptions: words,
    affectedPaths: words,
    tags: words,
    evidence,
    links: evidence,
    supersedes: fc.uniqueArray(number, { maxLength: 2 }),
    amends: fc.uniqueArray(number, { maxLength: 2 }),
  })
  .map((decision) => ({ ...decision, key: `DEC-${String(decision.number).padStart(3, "0")}` }));

export const aFailure: fc.Arbitrary<PortableFailure & { readonly number: number }> = fc.record({
  number,
  key: fc.constant(""),
  title,
  status: fc.constantFrom("active", "resolved"),
  author,
  recordedAt: instant,
  type: fc.constantFrom("test_failure", "flaky_test"),
  description: text,
  approach: text,
  rootCause: text,
  fix: text,
  affectedPaths: words,
  tags: words,
  evidence,
  fingerprint: word,
  occurrences: fc.nat({ max: 999 }),
  sessions: fc.nat({ max: 99 }),
  agents: words,
  firstSeenAt: instant,
  lastSeenAt: instant,
  mergedInto: fc.oneof(fc.constant(null), number),
});

export const aConstraint: fc.Arbitrary<PortableConstraint & { readonly number: number }> = fc.record({
  number,
  key: fc.constant(""),
  title,
  status: fc.constantFrom("active", "proposed", "retired"),
  author,
  recordedAt: instant,
  rule: text,
  reason: text,
  affectedPaths: words,
  tags: words,
  evidence,
});

export const aPreference: fc.Arbitrary<PortablePreference & { readonly number: number }> = fc.record({
  number,
  key: fc.constant(""),
  title,
  status: fc.constantFrom("active", "proposed", "retired"),
  author,
  recordedAt: instant,
  text,
  tags: words,
  evidence,
});

const statements = fc.array(fc.record({ text: word, evidence: words }), { maxLength: 2 });

export const aSummary: fc.Arbitrary<SessionSummaryBody> = fc.record({
  from: fc.record({
    session: fc.oneof(fc.constant(null), fc.nat({ max: 99 })),
    at: fc.constantFrom("2026-03-20 14:30", "2026-11-30 09:00", ""),
    client: fc.constantFrom("claude-code", ""),
    agents: words,
    branch: fc.oneof(fc.constant(null), word),
  }),
  task: text,
  worked: statements,
  failed: fc.array(fc.record({ approach: word, reason: word, lesson: word, evidence: words }), { maxLength: 2 }),
  remaining: fc.array(
    fc.record({ text: word, state: fc.constantFrom("done", "in_progress", "open", "cancelled"), evidence: words }),
    { maxLength: 2 },
  ),
  decisions: fc.array(fc.record({ text: word, ref: fc.constantFrom(null, "DEC-001"), evidence: words }), {
    maxLength: 2,
  }),
  files: fc.array(
    fc.record({
      path: word,
      edits: fc.nat({ max: 3 }),
      writes: fc.nat({ max: 3 }),
      isNew: fc.boolean(),
      evidence: words,
    }),
    { maxLength: 2 },
  ),
  tests: fc.array(fc.record({ check: word, command: word, passed: fc.boolean(), evidence: words }), { maxLength: 2 }),
  blockers: statements,
  preferences: statements,
  questions: statements,
  more: fc.array(fc.record({ title: word, text }), { maxLength: 2 }),
});

const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const count = fc.nat({ max: 500 });

export const aConfig = fc.record({
  project: fc.string({ unit: "grapheme" }),
  preset: fc.constantFrom("strict", "loose", "seed"),
  budget: fc.record({
    planShare: share,
    pruneShare: share,
    compactShare: share,
    checkpointShare: share,
    summarizeShare: share,
    checkpointAfterMinutes: count,
    quietTurns: count,
    checkEveryTurns: count,
    tiers: fc.record({ hot: share, warm: share, cold: share }),
    maxInjectionShare: share,
  }),
});

const path = fc.constantFrom("src/a.ts", "docs/b c.md", "a|b`.ts", "é/ü.ts");

export const anIndexedFile = fc.record({
  path,
  language: fc.constantFrom("typescript", "markdown"),
  sha256: fc.constant("ab".repeat(32)),
  lines: count,
  tokens: count,
  imports: fc.array(path, { maxLength: 2 }),
  outline: fc.array(
    fc.record({ name: fc.string({ minLength: 1 }), kind: fc.constantFrom(...OUTLINE_KINDS), line: fc.constant(3) }),
    { maxLength: 2 },
  ),
  commits: count,
  lastCommitAt: fc.oneof(fc.constant(null), instant),
  coverage: fc.oneof(fc.constant(null), share),
  isTest: fc.boolean(),
  isGenerated: fc.boolean(),
});

export const aPin = fc.record({ path, level: fc.constantFrom(...PRIORITY_LEVELS), by: fc.string(), at: instant });
