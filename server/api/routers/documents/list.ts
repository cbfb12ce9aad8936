import { z } from "zod";
import { DocumentList } from "../../../core/rules/document";
import { listDocuments } from "../../../services/rules/read-documents";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Limit } from "../memory/record-number";

/** Documents that govern the work, or those that were removed. */
export const list = projectProcedure("memory:read")
  .input(
    z.object({
      isRemoved: z.boolean().default(false),
      /** The path behind which the page begins. */
      cursor: z.string().max(400).nullable().default(null),
      limit: Limit,
    }),
  )
  .output(DocumentList)
  .query(({ ctx, input }) => unwrap(listDocuments(ctx.deps, ctx.scope, input)));
