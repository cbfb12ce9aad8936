import { z } from "zod";
import { MAX_INDEX_FILES } from "../../../core/files/index-part";
import { finishIndex } from "../../../services/files/finish-index";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Ends an index: files that it did not name are removed. `files` is how many it named. */
export const indexFinish = projectProcedure("ingest:write")
  .input(z.object({ id: z.uuid(), files: z.int().nonnegative().max(MAX_INDEX_FILES) }))
  .output(z.object({ files: z.int(), removed: z.int() }))
  .mutation(({ ctx, input }) => unwrap(finishIndex(ctx.deps, ctx.scope, input)));
