import { z } from "zod";
import { RuleList } from "../../../core/rules/views";
import { listRules } from "../../../services/rules/list-rules";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Cursor, Limit } from "../memory/record-number";
import { RuleFilterInput, RuleSortInput } from "../rules/filter.schema";

/** One page of constraints under a filter, with the values that it could be filtered by. */
export const list = projectProcedure("memory:read")
  .input(z.object({ filter: RuleFilterInput, sort: RuleSortInput, cursor: Cursor, limit: Limit }))
  .output(RuleList)
  .query(({ ctx, input }) => unwrap(listRules(ctx.deps, ctx.scope, { ...input, kind: "constraint" })));
