import { z } from "zod";
import { PreferenceInput } from "../../../core/rules/rule-input";
import { recordRule } from "../../../services/rules/record-rule";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Changed } from "../memory/record-number";
import { FirstRuleStatus } from "../rules/filter.schema";

/** By hand. An API key only proposes. */
export const record = projectProcedure("memory:write")
  .input(z.object({ rule: PreferenceInput, status: FirstRuleStatus }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(recordRule(ctx.deps, ctx.scope, { ...input, kind: "preference" })));
