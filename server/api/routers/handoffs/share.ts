import { z } from "zod";
import { NewShareLink } from "../../../core/handoffs/views";
import { createShare, MAX_SHARE_DAYS } from "../../../services/handoffs/create-share";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

const ShareInput = z.object({
  number: RecordNumber,
  days: z
    .int()
    .min(1, "A link lives for one day at least.")
    .max(MAX_SHARE_DAYS, `A link lives for ${MAX_SHARE_DAYS} days at most.`)
    .default(7),
});

/** A link that opens the note without signing in; its token is told once. */
export const share = projectProcedure("share:write")
  .input(ShareInput)
  .output(NewShareLink)
  .mutation(({ ctx, input }) => unwrap(createShare(ctx.deps, ctx.scope, input)));
