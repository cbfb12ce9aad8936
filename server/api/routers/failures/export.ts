import { z } from "zod";
import { exportFailures } from "../../../services/memory/export-records";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { FileFormat, TextFile } from "../memory/record-number";
import { FailureFilterInput, FailureSortInput } from "./filter.schema";

/** The registry under a filter as a file. */
export const exportFile = projectProcedure("failure:read")
  .input(z.object({ filter: FailureFilterInput, sort: FailureSortInput, format: FileFormat }))
  .output(TextFile)
  .query(({ ctx, input }) => unwrap(exportFailures(ctx.deps, ctx.scope, input)));
