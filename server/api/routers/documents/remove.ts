import { z } from "zod";
import { removeDocument } from "../../../services/rules/remove-document";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { DocumentAtVersion } from "./at-version.schema";

/** Takes a document off the list; its versions stay. */
export const remove = projectProcedure("memory:write")
  .input(DocumentAtVersion)
  .output(z.object({ path: z.string(), version: z.int() }))
  .mutation(({ ctx, input }) => unwrap(removeDocument(ctx.deps, ctx.scope, input)));
