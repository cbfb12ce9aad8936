import { z } from "zod";
import { ProjectPath } from "../../../core/files/index-part";
import { LevelName } from "../../../core/files/views";
import { pinFile } from "../../../services/files/pin-file";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

export const PinnedFile = z.object({
  path: z.string(),
  pin: z.object({ level: LevelName, by: z.string(), at: z.iso.datetime() }).nullable(),
});

/** Gives a file a priority by hand; it wins over the computed one and says who set it. */
export const pin = projectProcedure("session:prune")
  .input(z.object({ path: ProjectPath, level: LevelName }))
  .output(PinnedFile)
  .mutation(({ ctx, input }) => unwrap(pinFile(ctx.deps, ctx.scope, input)));
