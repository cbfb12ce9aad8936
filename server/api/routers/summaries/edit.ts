import { z } from "zod";
import { SummaryMarkdown, SummaryTitle } from "../../../core/session-summary/limits";
import { SummarySaved } from "../../../core/session-summary/views";
import { editSummary } from "../../../services/session-summaries/edit-summary";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

const EditInput = z.object({
  number: RecordNumber,
  expectedVersion: RecordNumber,
  title: SummaryTitle,
  markdown: SummaryMarkdown,
});

/** A new version; `outcome: "conflict"` carries the one that somebody saved meanwhile. */
export const edit = projectProcedure("memory:write")
  .input(EditInput)
  .output(SummarySaved)
  .mutation(({ ctx, input }) => unwrap(editSummary(ctx.deps, ctx.scope, input)));
