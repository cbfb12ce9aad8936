import { moveRule } from "../../../services/rules/move-rule";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** What was retired holds again. */
export const restore = projectProcedure("memory:write")
  .input(AtVersion)
  .output(Changed)
  .mutation(({ ctx, input }) =>
    unwrap(moveRule(ctx.deps, ctx.scope, { ...input, kind: "preference", move: "restore" })),
  );
