import { z } from "zod";
import { FailureList } from "../../../core/failures/views";
import { listFailures } from "../../../services/memory/list-failures";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Cursor, Limit } from "../memory/record-number";
import { FailureFilterInput, FailureSortInput } from "./filter.schema";

/** One page of the registry under a filter, with the values that it could be filtered by. */
export const list = projectProcedure("failure:read")
  .input(z.object({ filter: FailureFilterInput, sort: FailureSortInput, cursor: Cursor, limit: Limit }))
  .output(FailureList)
  .query(({ ctx, input }) => unwrap(listFailures(ctx.deps, ctx.scope, input)));
