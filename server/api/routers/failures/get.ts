import { z } from "zod";
import { FailureView } from "../../../core/failures/views";
import { getFailure } from "../../../services/memory/get-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

export const get = projectProcedure("failure:read")
  .input(z.object({ number: RecordNumber }))
  .output(FailureView)
  .query(({ ctx, input }) => unwrap(getFailure(ctx.deps, ctx.scope, input.number)));
