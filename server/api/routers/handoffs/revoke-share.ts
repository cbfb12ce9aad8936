import { z } from "zod";
import { revokeShare as revoke } from "../../../services/handoffs/revoke-share";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** At once and for good. */
export const revokeShare = projectProcedure("share:write")
  .input(z.object({ number: RecordNumber, id: z.uuid() }))
  .output(z.object({ id: z.uuid() }))
  .mutation(({ ctx, input }) => unwrap(revoke(ctx.deps, ctx.scope, input)));
