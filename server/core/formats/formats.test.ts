import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { POLICIES } from "../prune/policy";
import { readConfig, writeConfig } from "./config-toml";
import { readDecisionEntries, writeDecisionEntry } from "./decision-entry";
import { readDecisionLines, writeDecisionLine } from "./decisions-jsonl";
import { readFailures } from "./failures-json";
import { readFilesIndex, readPins, writePriorities } from "./files-json";
import { readFolder } from "./folder";
import { madrFileName, readMadr, writeMadr } from "./madr";
import { readConstraints, readPreferences, writeConstraint, writePreference } from "./rule-entries";
import { readSummaryChapters, SUMMARY_FILE_HEAD, summaryChapter } from "./summary-file";
import {
  aConfig,
  aConstraint,
  aDecision,
  aFailure,
  anIndexedFile,
  aPin,
  aPreference,
  aSummary,
} from "./testing/records";
import { wholeFailures, wholeFilesIndex, wholeRules } from "./testing/whole-files";

const RUNS = { numRuns: 300 };
const toml = (text: string) => parseToml(text);
const yaml = (text: string): unknown => parseYaml(text);

function first<T>(records: readonly { readonly value: T }[]): T {
  const [record] = records;
  if (!record) throw new Error("Nothing was read.");
  return record.value;
}

function numbered<T extends { readonly number: number | null }>(record: T): T & { readonly number: number } {
  if (record.number === null) throw new Error("The number was lost.");
  return { ...record, number: record.number };
}

describe("a file that was written, read and written again has the same bytes", () => {
  it("DEC-NNN.md", () => {
    fc.assert(
      fc.property(aDecision, (decision) => {
        const written = writeDecisionEntry(decision);
        const read = readDecisionEntries("DEC-001.md", written);
        expect(read.problems).toEqual([]);
        expect(read.records).toHaveLength(1);
        expect(writeDecisionEntry(numbered(first(read.records)))).toBe(written);
      }),
      RUNS,
    );
  });

  it("DEC-NNN.md, and every field says the same", () => {
    fc.assert(
      fc.property(aDecision, (decision) => {
        const unix = JSON.parse(JSON.stringify(decision), (_, value) =>
          typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value,
        );
        const title = decision.title.replace(/\s+/g, " ").trim();
        const { author: _author, ...read } = first(readDecisionEntries("a.md", writeDecisionEntry(decision)).records);
        const { author: _written, ...expected } = { ...unix, title };
        expect(read).toEqual(expected);
      }),
      RUNS,
    );
  });

  it("MADR", () => {
    fc.assert(
      fc.property(aDecision, fc.array(fc.integer({ min: 1, max: 9999 }), { maxLength: 1 }), (decision, by) => {
        const written = writeMadr(decision, by);
        const read = readMadr(madrFileName(decision), written, yaml);
        expect(read.problems).toEqual([]);
        const again = numbered(first(read.records));
        expect(again.number).toBe(decision.number);
        expect(writeMadr(again, read.supersededBy === null ? [] : [read.supersededBy])).toBe(written);
      }),
      RUNS,
    );
  });

  it("MADR, with two options of one name of which the second alone has a reason", () => {
    const [decision] = fc.sample(aDecision, { numRuns: 1, seed: 1 });
    if (!decision) throw new Error("No sample was drawn.");
    const silent = { option: "Redis", detail: "", whyNot: "" };
    const alternatives = [silent, { ...silent, option: "Kafka", detail: "managed" }, { ...silent, whyNot: "no TTL" }];
    const written = writeMadr({ ...decision, decision: "Postgres", alternatives }, []);
    expect(first(readMadr("docs/decisions/0001-a.md", written, yaml).records).alternatives).toEqual(alternatives);
  });

  it("DECISIONS.jsonl", () => {
    fc.assert(
      fc.property(aDecision, fc.integer({ min: 1, max: 99 }), (decision, version) => {
        const written = writeDecisionLine({ ...decision, version }, []);
        const read = readDecisionLines("DECISIONS.jsonl", `${written}\n`);
        expect(read.problems).toEqual([]);
        const again = numbered(first(read.decisions[0]?.versions ?? []));
        expect(writeDecisionLine({ ...again, version }, [])).toBe(written);
      }),
      RUNS,
    );
  });

  it("FAILURES.json", () => {
    fc.assert(
      fc.property(fc.uniqueArray(aFailure, { selector: ({ number }) => number, maxLength: 4 }), (failures) => {
        const written = wholeFailures(failures, "2026-11-20T09:00:00.000Z");
        const read = readFailures("FAILURES.json", written);
        expect(read.problems).toEqual([]);
        const again = read.records.map(({ value }) => numbered(value));
        expect(wholeFailures(again, "2026-11-20T09:00:00.000Z")).toBe(written);
        expect(read.records.map(({ line }) => line)).toEqual(failures.map((_, index) => index + 2));
      }),
      RUNS,
    );
  });

  it("FAILURES.json, with the word id among the tags", () => {
    const [one, two] = fc.sample(aFailure, { numRuns: 2, seed: 1 });
    if (!one || !two) throw new Error("No samples were drawn.");
    const written = wholeFailures([{ ...one, tags: ["id", '"id":'] }, two], "2026-11-20T09:00:00.000Z");
    expect(readFailures("FAILURES.json", written).records.map(({ line }) => line)).toEqual([2, 3]);
  });

  it("CONSTRAINTS.md and PREFERENCES.md", () => {
    fc.assert(
      fc.property(fc.array(aConstraint, { maxLength: 3 }), fc.array(aPreference, { maxLength: 3 }), (rules, wishes) => {
        const constraints = wholeRules("Constraints", rules.map(writeConstraint));
        const readRules = readConstraints("CONSTRAINTS.md", constraints);
        expect(readRules.problems).toEqual([]);
        expect(
          wholeRules(
            "Constraints",
            readRules.records.map((one) => writeConstraint(numbered(one.value))),
          ),
        ).toBe(constraints);
        const preferences = wholeRules("Preferences", wishes.map(writePreference));
        const readWishes = readPreferences("PREFERENCES.md", preferences);
        expect(readWishes.problems).toEqual([]);
        expect(
          wholeRules(
            "Preferences",
            readWishes.records.map((one) => writePreference(numbered(one.value))),
          ),
        ).toBe(preferences);
      }),
      RUNS,
    );
  });

  it("SESSION_SUMMARY.md", () => {
    fc.assert(
      fc.property(fc.array(aSummary, { minLength: 1, maxLength: 3 }), (bodies) => {
        const at = "2026-03-20 14:30";
        const written = SUMMARY_FILE_HEAD + bodies.map((body) => summaryChapter(body, at)).join("");
        const chapters = readSummaryChapters(written);
        expect(chapters).toHaveLength(bodies.length);
        const again = chapters.map(({ body }) => summaryChapter(body, at)).join("");
        expect(SUMMARY_FILE_HEAD + again).toBe(written);
      }),
      RUNS,
    );
  });

  it("config.toml", () => {
    fc.assert(
      fc.property(aConfig, (config) => {
        const written = writeConfig(config);
        const read = readConfig("config.toml", written, toml);
        expect(read.problems).toEqual([]);
        expect(read.config).toEqual(config);
      }),
      RUNS,
    );
  });

  it("files/index.json and files/priorities.json", () => {
    fc.assert(
      fc.property(fc.array(anIndexedFile, { maxLength: 4 }), fc.array(aPin, { maxLength: 2 }), (files, pins) => {
        const written = wholeFilesIndex({ head: "abc", branch: null, files });
        const read = readFilesIndex("files/index.json", written);
        expect(read.problems).toEqual([]);
        expect(read.index && wholeFilesIndex(read.index)).toBe(written);
        const once = [...new Map(pins.map((pin) => [pin.path, pin])).values()];
        const ranked = once.map(({ path, level }) => ({ path, level, score: 0.5 }));
        expect(readPins("files/priorities.json", writePriorities(ranked, once)).pins).toEqual(once);
      }),
      RUNS,
    );
  });
});

describe("files that were made to hurt", () => {
  const LONG = 2_000_000;
  it.each([
    ["a heading of blanks", `### [DEC-001] ${" ".repeat(LONG)}x`],
    ["an author of brackets", `### [DEC-001] A\n- **Author**: ${"( ".repeat(LONG / 2)}`],
    ["alternatives of commas", `### [DEC-001] A\n- **Alternatives**: ${", (".repeat(LONG / 3)}`],
    ["a session of blanks", `### [DEC-001] (Session ${" ".repeat(LONG)}`],
    ["headings without entries", "##\n".repeat(LONG / 3)],
    ["backslashes", `### [DEC-001] A\n- **Evidence**:\n  - ${"\\".repeat(LONG)}`],
  ])("are read in a moment: %s", (_, text) => {
    const startMs = performance.now();
    readFolder([{ path: "log.md", text }], { toml, yaml });
    readFolder([{ path: "docs/decisions/0001-a.md", text }], { toml, yaml });
    expect(performance.now() - startMs).toBeLessThan(3_000);
  });

  it("a summary or a handoff of two megabytes is left out and named", () => {
    const text = "## ".repeat(LONG / 3);
    const { problems, summaries, handoffs } = readFolder(
      [
        { path: "handoff.md", text },
        { path: "summaries/session-001.md", text },
      ],
      { toml, yaml },
    );
    expect([summaries, handoffs]).toEqual([[], []]);
    expect(problems.map(({ file }) => file)).toEqual(["handoff.md", "summaries/session-001.md"]);
  });
});

describe("the published forms", () => {
  const ENTRY = `## Decision Log
### [DEC-001] Use Zustand instead of Redux (Session 3)
- **Date**: 2026-03-20
- **Context**: Choosing state management for new React project
- **Decision**: Use Zustand for state management
- **Reasoning**: Smaller bundle size, simpler API, sufficient for our scale
- **Alternatives Considered**: Redux Toolkit, Jotai, Context API
- **Impact**: Affects all components, store setup pattern
- **Reversible**: Yes (medium effort)
`;

  it("reads an entry of a decision log, and writes its fields first and alike", () => {
    const { records, problems } = readDecisionEntries("DECISIONS.md", ENTRY);
    expect(problems).toEqual([]);
    expect(first(records)).toMatchObject({
      number: 1,
      title: "Use Zustand instead of Redux",
      session: 3,
      decidedOn: "2026-03-20T00:00:00.000Z",
      status: "",
      alternatives: [{ option: "Redux Toolkit" }, { option: "Jotai" }, { option: "Context API" }],
      reversible: "Yes (medium effort)",
    });
    const lines = ENTRY.split("\n").slice(1, -1);
    expect(
      writeDecisionEntry(numbered(first(records)))
        .split("\n")
        .slice(0, lines.length),
    ).toEqual(lines);
  });

  it("reads both forms of DECISIONS.jsonl, keeps good lines, and names bad ones with line and field", () => {
    const text = [
      '{"id":"a-1","timestamp":"2026-06-10T14:32:00Z","file_path":"src/auth.ts","change_type":"edit","rationale":"Tokens refresh by sliding expiry.","evidence":["commit 3f91520"],"assumptions":[],"alternatives_considered":["fixed expiry"],"risk_level":"low","agent":"coder","superseded_by":"DEC-009"}',
      "{not json",
      '{"id":"DEC-009","title":"Fixed expiry","status":"decided"}',
      '{"id":"DEC-010","title":"Kept"}',
    ].join("\n");
    const { decisions, problems } = readDecisionLines("DECISIONS.jsonl", text);
    expect(decisions.map(({ versions }) => versions[0]?.value)).toMatchObject([
      {
        key: "a-1",
        number: null,
        title: "Tokens refresh by sliding expiry.",
        status: "superseded",
        affectedPaths: ["src/auth.ts"],
        author: { kind: "agent", name: "coder" },
        evidence: [{ kind: "commit", ref: "3f91520" }],
      },
      { number: 10, title: "Kept" },
    ]);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [2, null],
      [3, "status"],
    ]);
  });

  it("reads FAILURES.json as others write it, and a damaged one line by line", () => {
    const entry = (id: string) =>
      `{"id":"${id}","timestamp":"2026-06-10T14:32:00Z","type":"flaky_test","description":"Times out","affected_paths":["a.ts"],"tags":["resolved","ci"],"recurrence_count":3}`;
    const whole = readFailures("FAILURES.json", `{"version":"1.0","last_updated":"x","entries":[${entry("f-1")}]}`);
    expect(first(whole.records)).toMatchObject({
      number: null,
      key: "f-1",
      status: "resolved",
      tags: ["ci"],
      occurrences: 3,
    });
    const damaged = `{"version":"1.0","entries":[\n${entry("f-1")},\n{"id": oops},\n${entry("f-3")}\n]}\n`;
    const { records, problems } = readFailures("FAILURES.json", damaged);
    expect(records.map(({ value }) => value.key)).toEqual(["f-1", "f-3"]);
    expect(problems).toEqual([expect.objectContaining({ file: "FAILURES.json", line: 3 })]);
  });

  it("reads a MADR of others, its chosen option and its successor", () => {
    const text = `---
status: superseded by ADR-0123
date: 2026-03-20
decision-makers: [Ada, Grace]
---

# Keep money in integers

## Context and Problem Statement

Rounding.

## Decision Drivers

* Audits

## Considered Options

* Cents
* Floats

## Decision Outcome

Chosen option: "Cents", because sums are exact.

### Consequences

* Good, because audits pass

## Pros and Cons of the Options

### Floats

* Bad, because sums drift
`;
    const { records, problems, supersededBy } = readMadr("docs/decisions/0007-money.md", text, yaml);
    expect(problems).toEqual([]);
    expect(supersededBy).toBe(123);
    expect(first(records)).toMatchObject({
      number: 7,
      title: "Keep money in integers",
      status: "superseded",
      decidedOn: "2026-03-20T00:00:00.000Z",
      decision: "Cents",
      reasoning: "sums are exact.",
      assumptions: ["Audits"],
      alternatives: [{ option: "Floats", whyNot: "* Bad, because sums drift" }],
      author: { name: "Ada, Grace" },
    });
  });

  it("names a field that it does not know and text that belongs to none", () => {
    const text =
      "### [DEC-001] Title\n- **Context**: why\n- **Owner**: Ada\n\nloose words\n- **Date**: soon\n- **Status**: maybe\n";
    const { records, problems } = readDecisionEntries("a.md", text);
    expect(first(records)).toMatchObject({ context: "why", decidedOn: null, status: "proposed" });
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [5, null],
      [3, "Owner"],
      [7, "Status"],
      [6, "Date"],
    ]);
  });

  it("keeps the thresholds of every preset", () => {
    for (const { preset, budget } of Object.values(POLICIES)) {
      const config = { project: "Billing API", preset, budget };
      expect(readConfig("config.toml", writeConfig(config), toml).config).toEqual(config);
    }
  });

  it("says where TOML is damaged and which value does not fit", () => {
    expect(readConfig("config.toml", "format = 1\n[project\n", toml).problems).toEqual([
      expect.objectContaining({ file: "config.toml", line: 2 }),
    ]);
    const config = writeConfig({ project: "x", preset: "strict", budget: POLICIES.strict.budget });
    expect(readConfig("config.toml", config.replace("hot = 0.3", "hot = 3"), toml).problems).toEqual([
      expect.objectContaining({ field: "window.hot" }),
    ]);
  });
});
