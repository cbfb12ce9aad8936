import { FailureInput } from "../../../core/failures/failure-input";
import { editFailure } from "../../../services/memory/record-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** All fields as a new version; the status stays. */
export const edit = projectProcedure("failure:write")
  .input(AtVersion.extend({ failure: FailureInput }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(editFailure(ctx.deps, ctx.scope, input)));
