import { createProject } from "../../../services/projects/create-project";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { CreatedProject, NewProject } from "./view";

export const create = teamProcedure("project:create")
  .input(NewProject)
  .output(CreatedProject)
  .mutation(({ ctx, input }) => unwrap(createProject(ctx.deps, ctx.scope, input)));
