import { z } from "zod";
import { EXPORT_FORMATS } from "@/server/core/formats/export-formats";
import { exportPage } from "../../../services/exchange/export-page";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** A page of a project's memory as canonical files. Pieces of one path that follow each other are one file. */
export const exportFiles = projectProcedure("memory:read")
  .input(z.object({ format: z.enum(EXPORT_FORMATS), cursor: z.string().max(2_000).nullable().default(null) }))
  .output(
    z.object({
      pieces: z.array(z.object({ path: z.string(), text: z.string() })).readonly(),
      nextCursor: z.string().nullable(),
    }),
  )
  .query(({ ctx, input }) => unwrap(exportPage(ctx.deps, ctx.scope, input)));
