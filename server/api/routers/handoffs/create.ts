import { z } from "zod";
import { HandoffMarkdown, HandoffTitle } from "../../../core/handoffs/limits";
import { createHandoff } from "../../../services/handoffs/create-handoff";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

const CreateInput = z.object({
  /** Composes the note of this session; null starts a blank one, which needs a title. */
  session: RecordNumber.nullable().default(null),
  title: HandoffTitle.default(""),
  markdown: HandoffMarkdown.default(""),
});

export const create = projectProcedure("handoff:write")
  .input(CreateInput)
  .output(z.object({ number: RecordNumber, isNew: z.boolean() }))
  .mutation(({ ctx, input }) => unwrap(createHandoff(ctx.deps, ctx.scope, input)));
