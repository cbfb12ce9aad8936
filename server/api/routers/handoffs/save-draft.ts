import { z } from "zod";
import { HandoffMarkdown, HandoffTitle } from "../../../core/handoffs/limits";
import { SavedDraft } from "../../../core/handoffs/views";
import { saveDraft as save } from "../../../services/handoffs/save-draft";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

const DraftInput = z.object({
  number: RecordNumber,
  baseVersion: RecordNumber,
  title: HandoffTitle,
  markdown: HandoffMarkdown,
});

/** One's own; the answer tells when somebody published meanwhile. */
export const saveDraft = projectProcedure("handoff:write")
  .input(DraftInput)
  .output(SavedDraft)
  .mutation(({ ctx, input }) => unwrap(save(ctx.deps, ctx.scope, input)));
