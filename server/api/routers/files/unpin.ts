import { z } from "zod";
import { ProjectPath } from "../../../core/files/index-part";
import { pinFile } from "../../../services/files/pin-file";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { PinnedFile } from "./pin";

export const unpin = projectProcedure("session:prune")
  .input(z.object({ path: ProjectPath }))
  .output(PinnedFile)
  .mutation(({ ctx, input }) => unwrap(pinFile(ctx.deps, ctx.scope, { path: input.path, level: null })));
