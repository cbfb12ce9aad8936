import { z } from "zod";
import { FailureHistory } from "../../../core/failures/views";
import { failureHistory } from "../../../services/memory/list-failures";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { FailureFilterInput } from "./filter.schema";

/** Occurrences a day of the failures of a filter. */
export const history = projectProcedure("failure:read")
  .input(z.object({ filter: FailureFilterInput }))
  .output(FailureHistory)
  .query(({ ctx, input }) => unwrap(failureHistory(ctx.deps, ctx.scope, input.filter)));
