import { z } from "zod";
import { EXPLANATION_LEVELS, RULE_ANSWERS, RULE_GROUPS } from "../prune/explain";
import { EvidenceView } from "../telemetry/session-views";

/** What the API tells of why an event stays or goes: every rule in the order in which a plan asks them. */
export const ExplanationView = z.object({
  ref: z.string(),
  policyVersion: z.int(),
  level: z.enum(EXPLANATION_LEVELS),
  opinions: z.array(
    z.object({
      rule: z.string(),
      group: z.enum(RULE_GROUPS),
      answer: z.enum(RULE_ANSWERS),
      strength: z.enum(["stands", "delays"]).nullable(),
      reason: z.string().nullable(),
      pattern: z.string().nullable(),
      evidence: z.array(EvidenceView),
    }),
  ),
});
export type ExplanationView = z.infer<typeof ExplanationView>;
export type OpinionView = ExplanationView["opinions"][number];
