import { z } from "zod";
import { ShareLinkView } from "../../../core/handoffs/views";
import { listShares } from "../../../services/handoffs/list-shares";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** The links of a note, newest first. */
export const shares = projectProcedure("share:write")
  .input(z.object({ number: RecordNumber }))
  .output(z.array(ShareLinkView))
  .query(({ ctx, input }) => unwrap(listShares(ctx.deps, ctx.scope, input.number)));
