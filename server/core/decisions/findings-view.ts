import { z } from "zod";
import { FailureRow } from "../failures/views";
import { HandoffView } from "../handoffs/views";
import { RuleRow } from "../rules/views";
import { DecisionRow } from "./views";

/** What one session told the project: the panel beside its timeline. */
export const SessionFindingsView = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  decisions: z.array(DecisionRow.extend({ decision: z.string(), eventRef: z.string().nullable() })),
  failures: z.array(
    FailureRow.extend({
      /** Of this session. */
      here: z.int(),
      lastRef: z.string(),
      resolvedBy: z.string().nullable(),
    }),
  ),
  /** What its prompts said is wanted from now on. */
  rules: z.array(
    RuleRow.extend({
      /** `CON-004`, `PREF-002`. */
      ref: z.string(),
      eventRef: z.string().nullable(),
    }),
  ),
  handoff: HandoffView.nullable(),
  summary: z
    .object({
      number: z.int(),
      title: z.string(),
      worked: z.int(),
      failed: z.int(),
      remaining: z.int(),
      blockers: z.int(),
    })
    .nullable(),
});
export type SessionFindingsView = z.infer<typeof SessionFindingsView>;
