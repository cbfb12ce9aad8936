import { z } from "zod";
import { IndexedFileInput, MAX_FILES_PER_PART, MAX_RULE_FILES, RuleFileInput } from "../../../core/files/index-part";
import { addIndexPart } from "../../../services/files/add-index-part";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Some files of an index, in any order. Sending a part again changes nothing. */
export const indexPart = projectProcedure("ingest:write")
  .input(
    z.object({
      id: z.uuid(),
      files: z.array(IndexedFileInput).max(MAX_FILES_PER_PART).default([]),
      rules: z.array(RuleFileInput).max(MAX_RULE_FILES).default([]),
    }),
  )
  .output(z.object({ files: z.int(), rules: z.int() }))
  .mutation(({ ctx, input }) => unwrap(addIndexPart(ctx.deps, ctx.scope, input)));
