import { PreferenceInput } from "../../../core/rules/rule-input";
import { editRule } from "../../../services/rules/record-rule";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** All fields as a new version; the status stays. */
export const edit = projectProcedure("memory:write")
  .input(AtVersion.extend({ rule: PreferenceInput }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(editRule(ctx.deps, ctx.scope, { ...input, kind: "preference" })));
