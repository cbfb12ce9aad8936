import { z } from "zod";
import { AlternativeView, type DecisionVersionView, EvidenceView } from "./views";

/** What a person or an agent writes into a decision; one version holds all of it. */

const EVIDENCE_KINDS = ["event", "record", "commit", "link", "note"] as const;

/** Equal drafts of many sessions are all replaced by the one that was accepted. */
export const MAX_RELATED = 200;
/** More than this is a list that nobody reads. */
export const MAX_EVIDENCE = 50;

const Text = z.string().max(20_000, "Shorten the text to 20,000 characters.").default("");
const Word = z.string().max(200, "Shorten it to 200 characters.").default("");

export const EvidenceInput = z
  .array(
    EvidenceView.extend({
      kind: z.enum(EVIDENCE_KINDS),
      session: z.int().positive().nullable().default(null),
      ref: z.string().min(1, "Name what it is: S-12 ctx:01a4, FAIL-009, an address.").max(2_000),
      note: z.string().max(2_000).default(""),
    }),
  )
  .max(MAX_EVIDENCE, `Link at most ${MAX_EVIDENCE} pieces of evidence.`)
  .default([]);

export function listOf(noun: string, maxItems: number, maxCharacters: number) {
  return z
    .array(z.string().min(1).max(maxCharacters, `Shorten each to ${maxCharacters} characters.`))
    .max(maxItems, `Write at most ${maxItems} ${noun}.`)
    .default([]);
}

export const Title = z
  .string()
  .trim()
  .min(1, "Write a title: what was decided, in one line.")
  .max(200, "Shorten the title to 200 characters.");

export const DecisionInput = z.strictObject({
  title: Title,
  decidedOn: z.iso.datetime().nullable().default(null),
  context: Text,
  decision: Text,
  reasoning: Text,
  alternatives: z
    .array(
      AlternativeView.extend({
        option: z.string().min(1, "Name the alternative.").max(500),
        detail: z.string().max(2_000).default(""),
        whyNot: z.string().max(2_000).default(""),
      }),
    )
    .max(30, "Write at most 30 alternatives.")
    .default([]),
  impact: Text,
  reversible: Word,
  risk: Word,
  confidence: Word,
  assumptions: listOf("assumptions", 50, 500),
  affectedPaths: listOf("paths", 100, 400),
  tags: listOf("tags", 30, 60),
  evidence: EvidenceInput,
  links: EvidenceInput,
  /** Numbers of decisions that this one replaces once it is accepted. */
  supersedes: z
    .array(z.int().positive().max(2_147_483_647))
    .max(MAX_RELATED, `A decision replaces at most ${MAX_RELATED} others.`)
    .default([]),
  /** Numbers of decisions that this one replaces in part: they stay in force beside it. */
  amends: z
    .array(z.int().positive().max(2_147_483_647))
    .max(MAX_RELATED, `A decision amends at most ${MAX_RELATED} others.`)
    .default([]),
});
export type DecisionInput = z.infer<typeof DecisionInput>;

/** A version as the input that would write it again. */
export function inputOfDecision(version: DecisionVersionView): DecisionInput {
  const { version: _version, status: _status, author: _author, createdAt: _createdAt, ...fields } = version;
  return { ...fields, evidence: knownEvidence(fields.evidence), links: knownEvidence(fields.links) };
}

/** Evidence of a kind that this version does not know stays as a note. */
export function knownEvidence(list: readonly EvidenceView[]): DecisionInput["evidence"] {
  return list.map(({ kind, ...rest }) => ({ ...rest, kind: EVIDENCE_KINDS.find((known) => known === kind) ?? "note" }));
}
