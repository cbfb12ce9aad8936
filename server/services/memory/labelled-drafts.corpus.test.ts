import { expect, it } from "vitest";
import { findDrafts } from "@/server/core/decisions/find-drafts";
import { corpusTranscripts } from "./testing/corpus-transcripts";
import { LABELLED_DRAFTS, type LabelledDraft, SESSIONS_WITHOUT } from "./testing/labelled-drafts";
import { readTranscript } from "./testing/read-transcript";

const corpus = process.env["STEWARD_CORPUS"];
if (!corpus) console.log("STEWARD_CORPUS is not set: drafts of labelled real sessions are skipped.");

/** Measured when the labels were made: what is below has become worse. */
const MIN_PRECISION = 0.95;
const MIN_RECALL_OF_TALK = 0.7;

it.skipIf(!corpus)(
  "finds every question asked and plan approved with a tool, and tells how many of those in plain talk",
  () => {
    const labelled = new Set([...LABELLED_DRAFTS.map(({ session }) => session), ...SESSIONS_WITHOUT]);
    const found = corpusTranscripts(corpus ?? "").flatMap((files) =>
      readTranscript(files)
        .filter(({ nativeId }) => labelled.has(nativeId))
        .flatMap((session) => findDrafts(session.input, session.nativeId).map((draft) => ({ ...session, draft }))),
    );
    const settled = found.filter(
      ({ draft: { source } }) => source === "answered-question" || source === "approved-plan",
    );
    const names = new Set(
      settled.map(({ nativeId, draft }) => `${nativeId} ${draft.source} ${draft.evidence[0]?.ref}`),
    );
    const isFound = ({ session, source, ref }: LabelledDraft) => names.has(`${session} ${source} ${ref}`);
    const right = LABELLED_DRAFTS.filter(isFound).length;
    const recallOf = (way: LabelledDraft["way"]) => {
      const own = LABELLED_DRAFTS.filter((label) => label.way === way);
      return { found: own.filter(isFound).length, of: own.length };
    };
    const [tool, talk] = [recallOf("tool"), recallOf("talk")];
    console.log(
      `Drafts of ${labelled.size} labelled real sessions: precision ${(right / settled.length).toFixed(2)} ` +
        `(${right} of ${settled.length}); recall with a tool ${tool.found} of ${tool.of}, in talk ${talk.found} of ${talk.of}.`,
    );
    const labels = new Set(LABELLED_DRAFTS.map(({ session, source, ref }) => `${session} ${source} ${ref}`));
    const others = [...names].filter((name) => !labels.has(name));
    if (others.length > 0) console.log(`Not labelled: ${others.join(", ")}`);
    expect(tool.found).toBe(tool.of);
    expect(talk.found / talk.of).toBeGreaterThanOrEqual(MIN_RECALL_OF_TALK);
    expect(right / settled.length).toBeGreaterThanOrEqual(MIN_PRECISION);
  },
  120_000,
);
