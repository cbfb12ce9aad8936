import { z } from "zod";
import { AuthorView, EvidenceView, RECORD_LIST_SHAPE } from "../decisions/views";
import { RULE_STATUSES } from "./statuses";

/** What the API tells of constraints and preferences; times are ISO strings. */

export const RULE_SORTS = ["newest", "oldest", "changed"] as const;
export type RuleSort = (typeof RULE_SORTS)[number];

export const RuleRow = z.object({
  number: z.int(),
  version: z.int(),
  status: z.enum(RULE_STATUSES),
  title: z.string(),
  tags: z.array(z.string()),
  /** Where it holds; empty is everywhere. */
  affectedPaths: z.array(z.string()),
  author: AuthorView,
  updatedAt: z.iso.datetime(),
});
export type RuleRow = z.infer<typeof RuleRow>;

export const RuleList = z.object({ ...RECORD_LIST_SHAPE, rows: z.array(RuleRow) });
export type RuleList = z.infer<typeof RuleList>;

export const RuleVersionView = z.object({
  version: z.int(),
  status: z.enum(RULE_STATUSES),
  title: z.string(),
  text: z.string(),
  /** Of constraints; empty for preferences, as are the paths. */
  reason: z.string(),
  affectedPaths: z.array(z.string()),
  tags: z.array(z.string()),
  evidence: z.array(EvidenceView),
  author: AuthorView,
  createdAt: z.iso.datetime(),
});
export type RuleVersionView = z.infer<typeof RuleVersionView>;

export const RuleView = z.object({
  number: z.int(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  /** The reader may write it: edit, accept, retire. */
  mayWrite: z.boolean(),
  /** What agents are told of it. */
  told: z.string(),
  /** Newest first, at most the last hundred; never empty. */
  versions: z.array(RuleVersionView).min(1),
});
export type RuleView = z.infer<typeof RuleView>;

/** A rule that holds, as it is given to agents. */
export const RuleInForce = z.object({
  kind: z.enum(["constraint", "preference"]),
  /** `CON-001`, `PREF-002`. */
  ref: z.string(),
  title: z.string(),
  /** Without what the title says already. */
  text: z.string(),
  reason: z.string(),
  affectedPaths: z.array(z.string()),
});
export type RuleInForce = z.infer<typeof RuleInForce>;
