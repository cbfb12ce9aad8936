import { z } from "zod";
import { changeProject } from "../../../services/projects/update-project";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ProjectView, toProjectView } from "./view";

/** Name and time zone; the slug stays, so that links keep working. */
export const update = projectProcedure("project:update")
  .input(z.object({ name: z.string().max(500).optional(), timeZone: z.string().max(100).optional() }))
  .output(ProjectView)
  .mutation(async ({ ctx, input }) => toProjectView(await unwrap(changeProject(ctx.deps, ctx.scope, input))));
