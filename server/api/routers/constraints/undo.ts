import { undoRule } from "../../../services/rules/move-rule";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** Takes back the newest change of a person, as a new version. */
export const undo = projectProcedure("memory:write")
  .input(AtVersion)
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(undoRule(ctx.deps, ctx.scope, { ...input, kind: "constraint" })));
