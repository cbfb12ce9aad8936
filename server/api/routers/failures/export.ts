import { z } from "zod";
import { exportFailures } from "../../../services/memory/export-records";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Cursor, ListFormat, TextFilePage } from "../memory/record-number";
import { FailureFilterInput, FailureSortInput } from "./filter.schema";

/** The registry under a filter as a file, a page of it. */
export const exportFile = projectProcedure("failure:read")
  .input(z.object({ filter: FailureFilterInput, sort: FailureSortInput, format: ListFormat, cursor: Cursor }))
  .output(TextFilePage)
  .query(({ ctx, input }) => unwrap(exportFailures(ctx.deps, ctx.scope, input)));
