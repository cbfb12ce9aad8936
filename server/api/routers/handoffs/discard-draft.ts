import { z } from "zod";
import { discardDraft as discard } from "../../../services/handoffs/discard-draft";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** One's own. */
export const discardDraft = projectProcedure("handoff:write")
  .input(z.object({ number: RecordNumber }))
  .output(z.object({ discarded: z.boolean() }))
  .mutation(({ ctx, input }) => unwrap(discard(ctx.deps, ctx.scope, input.number)));
