import { z } from "zod";
import { DECISION_SORTS, NO_RECORD_FILTER, RECORD_FILTER_SHAPE } from "../../../core/decisions/record-filter";
import { DECISION_STATUSES } from "../../../core/decisions/transitions";
import { DAYS_IN_ORDER, daysInOrder } from "../memory/record-number";

export const DecisionFilter = z
  .strictObject({
    status: z.enum(DECISION_STATUSES).nullable().default(null),
    ...RECORD_FILTER_SHAPE,
    due: z.boolean().default(false),
  })
  .refine(daysInOrder, DAYS_IN_ORDER)
  .default({ ...NO_RECORD_FILTER, tag: [], author: [], path: [], due: false });
export const DecisionSortInput = z.enum(DECISION_SORTS).default("newest");
