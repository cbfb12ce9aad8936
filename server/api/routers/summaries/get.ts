import { z } from "zod";
import { SummaryView } from "../../../core/session-summary/views";
import { getSummary } from "../../../services/session-summaries/get-summary";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

export const get = projectProcedure("memory:read")
  .input(z.object({ number: RecordNumber }))
  .output(SummaryView)
  .query(({ ctx, input }) => unwrap(getSummary(ctx.deps, ctx.scope, input.number)));
