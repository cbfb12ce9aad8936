import { z } from "zod";
import { exportDecisions } from "../../../services/memory/export-records";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Cursor, ListFormat, TextFilePage } from "../memory/record-number";
import { DecisionFilter, DecisionSortInput } from "./filter.schema";

/** The list under a filter as a file, a page of it. */
export const exportFile = projectProcedure("decision:read")
  .input(z.object({ filter: DecisionFilter, sort: DecisionSortInput, format: ListFormat, cursor: Cursor }))
  .output(TextFilePage)
  .query(({ ctx, input }) => unwrap(exportDecisions(ctx.deps, ctx.scope, input)));
