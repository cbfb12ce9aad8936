import { undoDecision } from "../../../services/memory/undo-decision";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** Takes back the newest change, as a new version. */
export const undo = projectProcedure("decision:accept")
  .input(AtVersion)
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(undoDecision(ctx.deps, ctx.scope, input)));
