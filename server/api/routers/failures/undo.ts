import { undoFailure } from "../../../services/memory/undo-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** Takes back the newest change of a person, as a new version. */
export const undo = projectProcedure("failure:write")
  .input(AtVersion)
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(undoFailure(ctx.deps, ctx.scope, input)));
