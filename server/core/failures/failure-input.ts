import { z } from "zod";
import { EvidenceInput, knownEvidence, listOf, Title } from "../decisions/decision-input";
import { FAILURE_TYPES } from "./group-failures";
import type { FailureVersionView } from "./views";

/** What a person or an agent writes into a failure; one version holds all of it. */

const Text = z.string().max(20_000, "Shorten the text to 20,000 characters.").default("");

export const FailureInput = z.strictObject({
  title: Title,
  /** One of ours, or a word of the writer's own. */
  type: z.string().trim().min(1, "Choose what failed.").max(60).default(FAILURE_TYPES[2]),
  description: Text,
  approach: Text,
  rootCause: Text,
  fix: Text,
  affectedPaths: listOf("paths", 100, 400),
  tags: listOf("tags", 30, 60),
  evidence: EvidenceInput,
});
export type FailureInput = z.infer<typeof FailureInput>;

/** A version as the input that would write it again. */
export function inputOfFailure(version: FailureVersionView): FailureInput {
  const { version: _version, status: _status, author: _author, createdAt: _createdAt, evidence, ...fields } = version;
  return { ...fields, evidence: knownEvidence(evidence) };
}
