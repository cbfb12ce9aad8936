import { mergeFailure } from "../../../services/memory/merge-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed, RecordNumber } from "../memory/record-number";

/** Two failures are one: `number` leads to `into` then, with all its fingerprints and occurrences. */
export const merge = projectProcedure("failure:write")
  .input(AtVersion.extend({ into: RecordNumber }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(mergeFailure(ctx.deps, ctx.scope, input)));
