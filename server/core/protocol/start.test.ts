import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../events/tokens";
import type { RuleInForce } from "../rules/views";
import { composeStart } from "./compose-start";
import { type StartDecision, type StartHandoff, type StartRecords, startItems } from "./start-items";

const LINE = "Context Steward: 47 files indexed, 23 decisions loaded, budget: 128K tokens";
const POLICY = { maxInjectionShare: 0.1 };
const NO_WORK = { session: null, task: "", branch: null, todos: [], checks: [] };

const aRule = (kind: RuleInForce["kind"], ref: string, title: string): RuleInForce => ({
  kind,
  ref,
  title,
  text: "",
  reason: "",
  affectedPaths: [],
});
const aDecision = (number: number, over: Partial<StartDecision> = {}): StartDecision => ({
  number,
  status: "accepted",
  title: `Decision ${number}`,
  decision: "",
  reasoning: "",
  notice: null,
  ...over,
});
const aHandoff = (over: Partial<StartHandoff> = {}): StartHandoff => ({
  number: 7,
  title: "Add login",
  status: "open",
  claimedBy: null,
  mayClaim: true,
  session: 12,
  markdown: "## Session Handoff Note\n\n### Current Task\n\nAdd login\n",
  ...over,
});
const records = (over: Partial<StartRecords> = {}): StartRecords => ({
  rules: [],
  decisions: [],
  handoff: null,
  work: NO_WORK,
  withdrawn: [],
  ...over,
});
const start = (over: Partial<StartRecords>, known: { ref: string; version: string }[] = [], windowTokens = 128_000) =>
  composeStart(LINE, startItems(records(over)), known, windowTokens, POLICY);

const FULL = {
  rules: [
    aRule("constraint", "CON-002", "Never edit files under dist/"),
    aRule("preference", "PREF-001", "Small commits"),
  ],
  decisions: [
    aDecision(16, { decision: "JWT expires in 24h", reasoning: "Mobile clients sleep" }),
    aDecision(15, { notice: "Amended in part by DEC-016. Read both; where they differ, DEC-016 holds." }),
  ],
  work: {
    session: 9,
    task: "Rotate\nthe tokens",
    branch: "fix/tokens",
    todos: [
      { text: "Endpoint", state: "done" as const },
      { text: "Tests", state: "in_progress" as const },
    ],
    checks: [{ check: "test", command: "npm test", passed: false, eventRef: null }],
  },
};

describe("the start of a session", () => {
  it("tells the rules, the work, the decisions with what must be known of them, and the note with its offer", () => {
    expect(start({ ...FULL, handoff: aHandoff() }).markdown).toBe(`${LINE}

## Where The Work Stands

Task (from S-9): Rotate the tokens
Branch: fix/tokens
Open:
- [ ] Tests (in progress)
Last checks:
- test failed: npm test

## Constraints

- CON-002: Never edit files under dist/

## Preferences

- PREF-001: Small commits

## Handoff

HND-007: Add login. Nobody has claimed it yet; take it with: context claim HND-007

### Session Handoff Note

#### Current Task

Add login

## Latest Decisions

- DEC-016 (accepted): Decision 16
  JWT expires in 24h
  Because: Mobile clients sleep
- DEC-015 (accepted): Decision 15
  **Amended in part by DEC-016. Read both; where they differ, DEC-016 holds.**
`);
  });

  it("leaves to a note what the note of the same session tells", () => {
    const { markdown } = start({ ...FULL, handoff: aHandoff({ session: 9 }) });
    expect(markdown).not.toContain("Where The Work Stands");
  });

  it("adds nothing when it comes a second time", () => {
    const first = start(FULL);
    const second = start(FULL, first.known);
    expect(second).toMatchObject({ nothingNew: true, items: [], offered: [] });
    expect(second.markdown).toBe(`${LINE}\n\nNothing new since the last start.\n`);
    expect(second.known).toEqual(first.known);
  });

  it("tells what changed since, and what no longer holds", () => {
    const first = start(FULL);
    const notice = "DEC-020 would supersede it, once accepted. Until then it holds.";
    const later = {
      ...FULL,
      rules: [],
      decisions: [aDecision(16, { notice }), ...FULL.decisions.slice(1)],
      withdrawn: [{ ref: "CON-002", why: "It is no longer in force." }],
    };
    const second = start(later, first.known);
    expect(second.items.map(({ ref }) => ref)).toEqual(["CON-002", "DEC-016"]);
    expect(second.markdown).toContain(notice);
    expect(start(later, second.known).nothingNew).toBe(true);
  });

  it("stays within a tenth of the window, offers the rest, and never repeats", () => {
    const facts = fc.record({
      decisions: fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 30 }),
      rules: fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 60 }),
      note: fc.integer({ min: 0, max: 60_000 }),
      windowTokens: fc.constantFrom(4_000, 8_000, 128_000, 1_000_000),
    });
    fc.assert(
      fc.property(facts, ({ decisions, rules, note, windowTokens }) => {
        const all = {
          decisions: decisions.map((length, at) => aDecision(at + 1, { decision: "d".repeat(length) })),
          rules: rules.map((length, at) => aRule("constraint", `CON-${at + 1}`, `r${"r".repeat(length)}`)),
          handoff: aHandoff({ markdown: "n ".repeat(note / 2) }),
        };
        const first = start(all, [], windowTokens);
        expect(estimateTokens(first.markdown)).toBeLessThanOrEqual(windowTokens * 0.1);
        expect(first.items.length + first.offered.length + first.unlisted).toBe(decisions.length + rules.length + 1);
        const second = start(all, first.known, windowTokens);
        const told = new Set([...first.items, ...first.offered].map(({ ref }) => ref));
        expect([...second.items, ...second.offered].filter(({ ref }) => told.has(ref))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
