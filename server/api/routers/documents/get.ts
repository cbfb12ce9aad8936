import { z } from "zod";
import { DocumentPath, DocumentView } from "../../../core/rules/document";
import { getDocument } from "../../../services/rules/read-documents";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** A document with its versions, and the text of one of them. */
export const get = projectProcedure("memory:read")
  .input(z.object({ path: DocumentPath, version: RecordNumber.nullable().default(null) }))
  .output(DocumentView)
  .query(({ ctx, input }) => unwrap(getDocument(ctx.deps, ctx.scope, input)));
