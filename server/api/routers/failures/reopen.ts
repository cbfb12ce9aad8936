import { reopenFailure } from "../../../services/memory/resolve-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** It was not put right after all. */
export const reopen = projectProcedure("failure:write")
  .input(AtVersion)
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(reopenFailure(ctx.deps, ctx.scope, input)));
