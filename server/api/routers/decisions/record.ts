import { z } from "zod";
import { DecisionInput } from "../../../core/decisions/decision-input";
import { recordDecision } from "../../../services/memory/record-decision";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Changed } from "../memory/record-number";

/** By hand. Accepting it at once also needs the right to accept. */
export const record = projectProcedure("decision:write")
  .input(z.object({ decision: DecisionInput, status: z.enum(["draft", "proposed", "accepted"]).default("proposed") }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(recordDecision(ctx.deps, ctx.scope, input)));
