import { z } from "zod";
import { EvidenceView, ResidencyView } from "../telemetry/session-views";

/** What the API tells of a preview as a diff of the projection: before and after, in the order in which the model sees it. */

const Count = z.int().nonnegative();

const SideView = z.object({
  residency: ResidencyView,
  /** Plain text, cut; `characters` is all of it. */
  text: z.string(),
  characters: Count,
  tokens: z.number(),
});
export type SideView = z.infer<typeof SideView>;

const FoldView = z.object({
  change: z.enum(["unchanged", "replaced"]),
  /** Place in the whole diff; ask for `from` this and `to` this plus `rows` to see them. */
  at: Count,
  rows: Count,
  tokens: z.number(),
  firstRef: z.string(),
  lastRef: z.string(),
});
export type FoldView = z.infer<typeof FoldView>;

const RowView = z.object({
  change: z.enum(["same", "changed", "removed", "added"]),
  at: Count,
  ref: z.string(),
  kind: z.string(),
  tool: z.string().nullable(),
  label: z.string(),
  before: SideView.nullable(),
  after: SideView.nullable(),
  /** Of a summary: so many events it stands for; null of an event. */
  standsFor: Count.nullable(),
  /** What the plan goes by; null where it changes nothing. */
  why: z
    .object({ pass: z.string().nullable(), rule: z.string(), reason: z.string(), evidence: z.array(EvidenceView) })
    .nullable(),
});
export type DiffRowView = z.infer<typeof RowView>;

export const RunDiffView = z.object({
  /** The same as that of a preview of the same moment. */
  revision: z.int(),
  thread: z.string(),
  beforeTokens: z.number(),
  afterTokens: z.number(),
  /** Rows of the whole diff by what became of them. */
  counts: z.object({ same: Count, changed: Count, removed: Count, added: Count }),
  rows: z.array(z.union([FoldView, RowView])),
  /** Where the next page begins; null at the end. */
  nextAt: Count.nullable(),
});
export type RunDiffView = z.infer<typeof RunDiffView>;
