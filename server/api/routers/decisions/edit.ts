import { DecisionInput } from "../../../core/decisions/decision-input";
import { editDecision } from "../../../services/memory/edit-decision";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** All fields as a new version; the status stays. */
export const edit = projectProcedure("decision:write")
  .input(AtVersion.extend({ decision: DecisionInput }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(editDecision(ctx.deps, ctx.scope, input)));
