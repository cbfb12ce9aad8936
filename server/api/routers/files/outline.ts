import { z } from "zod";
import { ProjectPath } from "../../../core/files/index-part";
import { FileOutline } from "../../../core/files/views";
import { getFileOutline } from "../../../services/files/file-outline";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** What one file declares, imports and is imported by: names and lines, never its text. */
export const outline = projectProcedure("project:read")
  .input(z.object({ path: ProjectPath }))
  .output(FileOutline)
  .query(({ ctx, input }) => unwrap(getFileOutline(ctx.deps, ctx.scope, input)));
