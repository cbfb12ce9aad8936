import { z } from "zod";
import { FAILURE_SORTS, NO_RECORD_FILTER, RECORD_FILTER_SHAPE } from "../../../core/decisions/record-filter";
import { FAILURE_FILTERS } from "../../../core/failures/states";
import { DAYS_IN_ORDER, daysInOrder } from "../memory/record-number";

export const FailureFilterInput = z
  .strictObject({ status: z.enum(FAILURE_FILTERS).nullable().default(null), ...RECORD_FILTER_SHAPE })
  .refine(daysInOrder, DAYS_IN_ORDER)
  .default({ ...NO_RECORD_FILTER, tag: [], author: [], path: [] });
export const FailureSortInput = z.enum(FAILURE_SORTS).default("last");
