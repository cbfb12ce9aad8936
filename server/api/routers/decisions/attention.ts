import { Attention } from "../../../core/decisions/attention";
import { countAttention } from "../../../services/memory/review-queue";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** How many drafts, flags and due reviews ask for a person. */
export const attention = projectProcedure("decision:read")
  .output(Attention)
  .query(({ ctx }) => unwrap(countAttention(ctx.deps, ctx.scope)));
