import { z } from "zod";
import { EvidenceInput, knownEvidence, listOf } from "../decisions/decision-input";
import type { RuleVersionView } from "./views";

/** What a person or an agent writes into a constraint or a preference; one version holds all of it. */

const MAX_TEXT_CHARACTERS = 8_000;

const RULE_SHAPE = {
  title: z
    .string()
    .trim()
    .min(1, "Write a title: the rule in one line.")
    .max(200, "Shorten the title to 200 characters."),
  /** The rule itself, as agents are told it; an empty one is told by its title. */
  text: z.string().max(MAX_TEXT_CHARACTERS, "Shorten the text to 8,000 characters.").default(""),
  tags: listOf("tags", 30, 60),
  evidence: EvidenceInput,
};

export const ConstraintInput = z.strictObject({
  ...RULE_SHAPE,
  reason: z.string().max(MAX_TEXT_CHARACTERS, "Shorten the reason to 8,000 characters.").default(""),
  /** Globs; without any the constraint guards the whole project. */
  affectedPaths: listOf("paths", 100, 400),
});

/** Preferences hold everywhere: a rule for some files, or one with a reason, is a constraint. */
export const PreferenceInput = z.strictObject({
  ...RULE_SHAPE,
  reason: z.string().max(0, "A preference has no reason. Write it into the text.").default(""),
  affectedPaths: z
    .array(z.string())
    .max(0, "A preference holds everywhere. Record a constraint for some paths.")
    .default([]),
});

export type RuleInput = z.infer<typeof ConstraintInput>;

/** A version as the input that would write it again. */
export function inputOfRule({ title, text, reason, affectedPaths, tags, evidence }: RuleVersionView): RuleInput {
  return { title, text, reason, affectedPaths, tags, evidence: knownEvidence(evidence) };
}
