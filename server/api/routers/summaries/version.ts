import { z } from "zod";
import { SummaryText } from "../../../core/session-summary/views";
import { getSummaryVersion } from "../../../services/session-summaries/get-summary";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** Any version with its text. */
export const version = projectProcedure("memory:read")
  .input(z.object({ number: RecordNumber, version: RecordNumber }))
  .output(SummaryText)
  .query(({ ctx, input }) => unwrap(getSummaryVersion(ctx.deps, ctx.scope, input)));
