import { reviewDecision } from "../../../services/memory/review-decision";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed, Note } from "../memory/record-number";

/** Of a draft: it is ready to be decided. `expectedVersion` is the one that the person read. */
export const propose = projectProcedure("decision:write")
  .input(AtVersion.extend({ note: Note }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(reviewDecision(ctx.deps, ctx.scope, { ...input, to: "proposed" })));
