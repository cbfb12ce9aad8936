import { mergeDecision } from "../../../services/memory/merge-decision";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed, RecordNumber } from "../memory/record-number";

/** Takes a draft into a decision that says it already; answers that one at its new version. */
export const merge = projectProcedure("decision:accept")
  .input(AtVersion.extend({ into: RecordNumber }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(mergeDecision(ctx.deps, ctx.scope, input)));
