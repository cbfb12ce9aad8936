import { z } from "zod";
import { FailureInput } from "../../../core/failures/failure-input";
import { FAILURE_STATUSES } from "../../../core/failures/next-status";
import { recordFailure } from "../../../services/memory/record-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Changed } from "../memory/record-number";

/** By hand: an approach that was tried and failed. */
export const record = projectProcedure("failure:write")
  .input(z.object({ failure: FailureInput, status: z.enum(FAILURE_STATUSES).default("active") }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(recordFailure(ctx.deps, ctx.scope, input)));
