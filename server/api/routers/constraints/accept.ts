import { moveRule } from "../../../services/rules/move-rule";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** What was proposed holds from now on. */
export const accept = projectProcedure("memory:write")
  .input(AtVersion)
  .output(Changed)
  .mutation(({ ctx, input }) =>
    unwrap(moveRule(ctx.deps, ctx.scope, { ...input, kind: "constraint", move: "accept" })),
  );
