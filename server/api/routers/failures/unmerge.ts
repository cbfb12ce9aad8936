import { unmergeFailure } from "../../../services/memory/unmerge-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** Takes a merge back; `number` and `expectedVersion` are of the merged one. */
export const unmerge = projectProcedure("failure:write")
  .input(AtVersion)
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(unmergeFailure(ctx.deps, ctx.scope, input)));
