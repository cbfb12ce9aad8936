import { projectPage as projectPieces } from "../../../services/projection/project-page";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ProjectionPageView, ProjectPageInput } from "./project.schema";

/** A thread's model-ready context, some events, messages or blocks at a time, for people who read it. */
export const projectPage = projectProcedure("session:read")
  .input(ProjectPageInput)
  .output(ProjectionPageView)
  .query(async ({ ctx, input }) => {
    const { pieces, ...page } = await unwrap(projectPieces(ctx.deps, ctx.scope, input));
    return { ...page, pieces: [...pieces] };
  });
