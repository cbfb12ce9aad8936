import { writeEvidenceLine } from "../decisions/evidence-lines";
import { recordRef } from "../decisions/record-ref";
import type { EvidenceView } from "../decisions/views";
import type { FailureStatus } from "./next-status";

/** A failure as an agent needs it: what was tried, what came of it, and what to do instead. */
export interface HeardFailure {
  readonly number: number;
  readonly status: FailureStatus;
  readonly occurrences: number;
  readonly title: string;
  readonly description: string;
  readonly approach: string;
  readonly rootCause: string;
  readonly fix: string;
  /** Where it occurred, the newest first. */
  readonly evidence: readonly EvidenceView[];
}

const MAX_LINE_CHARACTERS = 400;
const MAX_EVIDENCE = 3;

/**
 * What an agent hears when it asks whether something was tried before. One line a fact and no fact twice, since every
 * agent pays for each word; what nobody knows is left out and never guessed.
 */
export function heardText(failures: readonly HeardFailure[]): string {
  if (failures.length === 0) return "tried before: no failure of this project matches";
  return failures.map(heardOne).join("\n\n");
}

function heardOne(failure: HeardFailure): string {
  const isResolved = failure.status === "resolved";
  const facts: readonly (readonly [string, string])[] = [
    [
      "tried before",
      `yes, ${timesWord(failure.occurrences)} (${recordRef("failure", failure.number)}, ${failure.status})`,
    ],
    ["what", failure.approach || failure.title],
    ["it said", failure.description],
    ["because", failure.rootCause],
    [isResolved ? "do" : "do not", isResolved ? failure.fix : repeatOf(failure)],
    ["do", isResolved ? "" : failure.fix],
    ["evidence", failure.evidence.slice(0, MAX_EVIDENCE).map(refOf).join(", ")],
  ];
  return facts
    .filter(([, text]) => text.trim() !== "")
    .map(([name, text]) => `${name}: ${oneLine(text)}`)
    .join("\n");
}

/** While a failure is open, the one thing that is known is that the same again fails again. */
function repeatOf({ occurrences, fix }: HeardFailure): string {
  return occurrences > 1 && fix === "" ? "run the same again without changing its cause" : "";
}

function timesWord(occurrences: number): string {
  return occurrences <= 1 ? "once" : `${occurrences} times`;
}

function refOf(evidence: EvidenceView): string {
  return writeEvidenceLine({ ...evidence, note: "" });
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MAX_LINE_CHARACTERS ? line : `${line.slice(0, MAX_LINE_CHARACTERS - 1)}…`;
}
