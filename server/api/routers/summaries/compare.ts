import { z } from "zod";
import { SummaryCompared } from "../../../core/session-summary/views";
import { compareSummary } from "../../../services/session-summaries/get-summary";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** Two versions with their texts, to be shown line by line. */
export const compare = projectProcedure("memory:read")
  .input(z.object({ number: RecordNumber, from: RecordNumber, to: RecordNumber }))
  .output(SummaryCompared)
  .query(({ ctx, input }) => unwrap(compareSummary(ctx.deps, ctx.scope, input)));
