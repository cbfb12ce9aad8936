import { expect, it } from "vitest";
import type { DecisionDraft } from "./draft";
import { findDrafts } from "./find-drafts";
import { LABELLED_SESSIONS, type LabelledSession } from "./testing/labelled-sessions";

type Expected = LabelledSession["decisions"][number];

function judge({ name, session, decisions }: LabelledSession) {
  const drafts = findDrafts(session.build(), name);
  const missed = decisions.filter((expected) => !drafts.some((draft) => isThat(draft, expected)));
  const wrong = drafts.filter((draft) => !decisions.some((expected) => isThat(draft, expected)));
  return { name, expected: decisions.length, found: drafts.length, missed, wrong };
}

function isThat({ source, title, decision }: DecisionDraft, expected: Expected): boolean {
  return source === expected.source && `${title}\n${decision}`.includes(expected.says);
}

it("finds every answered question and approved plan of the labelled sessions, and little else", () => {
  const rows = LABELLED_SESSIONS.map(judge);
  const sum = (count: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + count(row), 0);
  const [expected, missed] = [sum((row) => row.expected), sum((row) => row.missed.length)];
  const [found, wrong] = [sum((row) => row.found), sum((row) => row.wrong.length)];
  const [precision, recall] = [(found - wrong) / found, (expected - missed) / expected];
  console.log(
    `Drafts of ${rows.length} labelled sessions: precision ${precision.toFixed(2)} (${found - wrong} of ${found}), ` +
      `recall ${recall.toFixed(2)} (${expected - missed} of ${expected}).`,
  );
  const asked = rows.flatMap((row) => row.missed).filter(({ source }) => source !== "written-decision");
  expect(asked).toEqual([]);
  expect(rows.flatMap((row) => row.wrong.map(({ title }) => `${row.name}: ${title}`))).toEqual([]);
  expect(recall).toBeGreaterThanOrEqual(0.95);
  expect(precision).toBeGreaterThanOrEqual(0.95);
});
