import { z } from "zod";
import { RuleInForce } from "../../../core/rules/views";
import { rulesInForce } from "../../../services/rules/rules-in-force";
import { projectProcedure } from "../../trpc";

/** The constraints and preferences that hold for some files, as an agent is told them before it edits one. */
export const forPaths = projectProcedure("memory:read")
  .input(
    z.object({
      paths: z
        .array(z.string().min(1).max(1_000, "Shorten each path to 1,000 characters."))
        .max(200, "Ask for at most 200 paths at once."),
    }),
  )
  .output(z.object({ rules: z.array(RuleInForce) }))
  .query(async ({ ctx, input }) => ({ rules: await rulesInForce(ctx.deps.db.pool, ctx.scope, input.paths) }));
