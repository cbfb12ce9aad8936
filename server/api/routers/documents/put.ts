import { z } from "zod";
import { DocumentPath, DocumentPut, DocumentText } from "../../../core/rules/document";
import { putDocument } from "../../../services/rules/put-document";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Uploads a document: a new version, unless the newest says the same. */
export const put = projectProcedure("memory:write")
  .input(
    z.object({
      path: DocumentPath,
      text: DocumentText,
      /** 0 for a document that must be new; without it whatever is there gets a next version. */
      expectedVersion: z.int().nonnegative().nullable().default(null),
    }),
  )
  .output(DocumentPut)
  .mutation(({ ctx, input }) => unwrap(putDocument(ctx.deps, ctx.scope, input)));
