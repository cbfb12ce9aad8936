import { projectSession } from "../../../services/projection/project-session";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ContextView, ProjectContextInput } from "./project.schema";

/** A thread's model-ready context, as data, messages for either kind of model API, or Markdown. */
export const project = projectProcedure("session:read")
  .input(ProjectContextInput)
  .output(ContextView)
  .query(async ({ ctx, input }): Promise<ContextView> => unwrap(projectSession(ctx.deps, ctx.scope, input)));
