import { z } from "zod";
import { restoreDocument } from "../../../services/rules/remove-document";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { DocumentAtVersion } from "./at-version.schema";

/** What was removed is on the list again. */
export const restore = projectProcedure("memory:write")
  .input(DocumentAtVersion)
  .output(z.object({ path: z.string(), version: z.int() }))
  .mutation(({ ctx, input }) => unwrap(restoreDocument(ctx.deps, ctx.scope, input)));
