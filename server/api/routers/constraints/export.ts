import { z } from "zod";
import { exportRules } from "../../../services/rules/export-rules";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Cursor, ListFormat, TextFilePage } from "../memory/record-number";
import { RuleFilterInput, RuleSortInput } from "../rules/filter.schema";

/** The constraints under a filter as a file, a page of it. */
export const exportFile = projectProcedure("memory:read")
  .input(z.object({ filter: RuleFilterInput, sort: RuleSortInput, format: ListFormat, cursor: Cursor }))
  .output(TextFilePage)
  .query(({ ctx, input }) => unwrap(exportRules(ctx.deps, ctx.scope, { ...input, kind: "constraint" })));
