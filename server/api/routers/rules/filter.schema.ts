import { z } from "zod";
import { NO_RECORD_FILTER, RECORD_FILTER_SHAPE } from "../../../core/decisions/record-filter";
import { RULE_STATUSES } from "../../../core/rules/statuses";
import { RULE_SORTS } from "../../../core/rules/views";
import { DAYS_IN_ORDER, daysInOrder } from "../memory/record-number";

export const RuleFilterInput = z
  .strictObject({ status: z.enum(RULE_STATUSES).nullable().default(null), ...RECORD_FILTER_SHAPE })
  .refine(daysInOrder, DAYS_IN_ORDER)
  .default({ ...NO_RECORD_FILTER, tag: [], author: [], path: [] });
export const RuleSortInput = z.enum(RULE_SORTS).default("newest");
/** Of a rule that is recorded; without one it is active when a person writes it, and proposed when a key does. */
export const FirstRuleStatus = z.enum(["active", "proposed"]).nullable().default(null);
