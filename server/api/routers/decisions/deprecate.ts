import { reviewDecision } from "../../../services/memory/review-decision";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed, Note } from "../memory/record-number";

/** Of an accepted decision that no longer holds and that nothing replaced. `expectedVersion` is the one that the person read. */
export const deprecate = projectProcedure("decision:accept")
  .input(AtVersion.extend({ note: Note }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(reviewDecision(ctx.deps, ctx.scope, { ...input, to: "deprecated" })));
