import { z } from "zod";
import { SummaryComposed } from "../../../core/session-summary/views";
import { composeAgain } from "../../../services/session-summaries/compose-again";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** The summary of a session from its events as they are now; edits stay as older versions. */
export const compose = projectProcedure("memory:write")
  .input(z.object({ session: RecordNumber }))
  .output(SummaryComposed)
  .mutation(({ ctx, input }) => unwrap(composeAgain(ctx.deps, ctx.scope, input)));
