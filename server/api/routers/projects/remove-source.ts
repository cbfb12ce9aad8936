import { removeProjectSource } from "../../../services/projects/remove-source";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SourceInput, SourceView } from "./source";

export const removeSource = projectProcedure("project:update")
  .input(SourceInput)
  .output(SourceView)
  .mutation(({ ctx, input }) => unwrap(removeProjectSource(ctx.deps, ctx.scope, input)));
