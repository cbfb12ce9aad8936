import { createProjectByKey } from "../../../services/projects/create-project-by-key";
import { unwrap } from "../../errors";
import { keyProcedure } from "../../trpc";
import { CreatedProject, NewProject } from "./view";

/** `steward import --create`: the key's team is the project's team. */
export const createByKey = keyProcedure("ingest:write")
  .input(NewProject)
  .output(CreatedProject)
  .mutation(({ ctx, input }) => unwrap(createProjectByKey(ctx.deps, ctx.key, input)));
