import { z } from "zod";
import { RECORD_FILTER_SHAPE } from "../../../core/decisions/record-filter";
import { SummaryList } from "../../../core/session-summary/views";
import { SearchableText } from "../../../core/telemetry/filter";
import { listSummaries } from "../../../services/session-summaries/list-summaries";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { DAYS_IN_ORDER, daysInOrder, RecordNumber } from "../memory/record-number";

const Value = SearchableText.max(300, "Shorten the value to 300 characters.").nullable().default(null);

const ListInput = z
  .object({
    person: Value,
    agent: Value,
    branch: Value,
    session: RecordNumber.nullable().default(null),
    from: RECORD_FILTER_SHAPE.from,
    to: RECORD_FILTER_SHAPE.to,
    text: RECORD_FILTER_SHAPE.text,
    cursor: z.string().max(100).nullable().default(null),
    limit: z.int().min(1).max(100).default(50),
  })
  .refine(daysInOrder, DAYS_IN_ORDER);

/** Session summaries, the latest session first. */
export const list = projectProcedure("memory:read")
  .input(ListInput)
  .output(SummaryList)
  .query(({ ctx, input }) => unwrap(listSummaries(ctx.deps, ctx.scope, input)));
