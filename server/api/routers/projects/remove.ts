import { z } from "zod";
import { removeProject } from "../../../services/projects/remove-project";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** For good. `confirm` repeats the project's slug; the demo needs none. */
export const remove = projectProcedure("project:delete")
  .input(z.object({ confirm: z.string().max(100).optional() }))
  .output(z.object({ slug: z.string() }))
  .mutation(({ ctx, input }) => unwrap(removeProject(ctx.deps, ctx.scope, input)));
