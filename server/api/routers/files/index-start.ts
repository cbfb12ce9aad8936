import { z } from "zod";
import { startIndex } from "../../../services/files/start-index";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Begins an index; its parts carry the id. */
export const indexStart = projectProcedure("ingest:write")
  .input(
    z.object({
      head: z.string().max(100).nullable().default(null),
      branch: z.string().max(300).nullable().default(null),
    }),
  )
  .output(z.object({ id: z.uuid() }))
  .mutation(({ ctx, input }) => unwrap(startIndex(ctx.deps, ctx.scope, input)));
