import { addProjectSource } from "../../../services/projects/add-source";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SourceInput, SourceView } from "./source";

export const addSource = projectProcedure("project:update")
  .input(SourceInput)
  .output(SourceView)
  .mutation(({ ctx, input }) => unwrap(addProjectSource(ctx.deps, ctx.scope, input)));
