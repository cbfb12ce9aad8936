import { describe, expect, it } from "vitest";
import { changedRefs, isAnyRecordChanged, NO_FACTS, type SessionFacts } from "./fact-changes";
import type { LinkedRecord, Pin, Standing } from "./model";

const STANDING: Standing = { residency: "retained", retained: "kept", by: "agent", setAtMs: 5, isApplied: true };
const PIN: Pin = { ref: "a", by: "Mei", reason: "needed" };
const RECORD: LinkedRecord = { kind: "failure", link: "FAIL-001", title: "Fails", active: true, refs: ["a"] };

const facts = (change: Partial<SessionFacts> = {}): SessionFacts => ({ ...NO_FACTS, ...change });
const standing = (change: Partial<Standing> = {}, ref = "a") =>
  facts({ standings: new Map([[ref, { ...STANDING, ...change }]]) });
const pinned = (...pins: Pin[]) => facts({ pins });
const changed = (before: SessionFacts, after: SessionFacts) => [...changedRefs(before, after)].sort();

describe("refs of which something else is known", () => {
  it("are none where nothing changed, also in other objects", () => {
    expect(changed(NO_FACTS, NO_FACTS)).toEqual([]);
    expect(changed(standing(), standing())).toEqual([]);
    expect(changed(pinned(PIN), pinned({ ...PIN }))).toEqual([]);
    expect(changed(facts({ acknowledged: new Set(["a"]) }), facts({ acknowledged: new Set(["a"]) }))).toEqual([]);
  });

  it("are those that stand elsewhere, by each fact that a plan reads", () => {
    expect(changed(facts(), standing())).toEqual(["a"]);
    expect(changed(standing(), facts())).toEqual(["a"]);
    expect(changed(standing(), standing({}, "b"))).toEqual(["a", "b"]);
    expect(changed(standing(), standing({ residency: "full" }))).toEqual(["a"]);
    expect(changed(standing(), standing({ retained: "other" }))).toEqual(["a"]);
    expect(changed(standing(), standing({ retained: null }))).toEqual(["a"]);
    expect(changed(standing(), standing({ setAtMs: 6 }))).toEqual(["a"]);
    // Whose it is and whether a client carried it out is counted elsewhere; no plan reads it.
    expect(changed(standing(), standing({ isApplied: false, by: "person" }))).toEqual([]);
  });

  it("are those that were acknowledged, or are no longer", () => {
    const acknowledged = (...refs: string[]) => facts({ acknowledged: new Set(refs) });
    expect(changed(acknowledged("a", "b"), acknowledged("b", "c"))).toEqual(["a", "c"]);
    expect(changed(acknowledged("a"), acknowledged())).toEqual(["a"]);
    expect(changed(acknowledged(), acknowledged("a"))).toEqual(["a"]);
  });

  it("are those whose pin came, went, or says something else", () => {
    expect(changed(pinned(), pinned(PIN))).toEqual(["a"]);
    expect(changed(pinned(PIN), pinned())).toEqual(["a"]);
    expect(changed(pinned(PIN), pinned({ ...PIN, by: "Ines" }))).toEqual(["a"]);
    expect(changed(pinned(PIN), pinned({ ...PIN, reason: "later" }))).toEqual(["a"]);
    expect(changed(pinned(PIN), pinned(PIN, { ...PIN, ref: "b" }))).toEqual(["b"]);
  });
});

describe("records and summaries", () => {
  it("are changed when any word of them is", () => {
    const recorded = (change: Partial<LinkedRecord> = {}) => facts({ records: [{ ...RECORD, ...change }] });
    expect(isAnyRecordChanged(recorded(), recorded())).toBe(false);
    expect(isAnyRecordChanged(recorded(), recorded({ active: false }))).toBe(true);
    expect(isAnyRecordChanged(recorded(), facts())).toBe(true);
    const summed = (text: string) =>
      facts({
        summaries: [{ thread: "main", refs: ["a"], text, tokens: 1, evidence: ["FAIL-001"], replacedTokens: 9 }],
      });
    expect(isAnyRecordChanged(summed("one"), summed("one"))).toBe(false);
    expect(isAnyRecordChanged(summed("one"), summed("two"))).toBe(true);
  });
});
