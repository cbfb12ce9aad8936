import { resolveFailure } from "../../../services/memory/resolve-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed, Note } from "../memory/record-number";

/** By hand; the failure opens again by itself when it recurs. */
export const resolve = projectProcedure("failure:write")
  .input(AtVersion.extend({ rootCause: Note, fix: Note }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(resolveFailure(ctx.deps, ctx.scope, input)));
