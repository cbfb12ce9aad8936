import { z } from "zod";
import { resolveFailure } from "../../../services/memory/resolve-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Note, RecordNumber, Reviewed } from "../memory/record-number";

/** By hand; the failure opens again by itself when it recurs. */
export const resolve = projectProcedure("failure:write")
  .input(z.object({ number: RecordNumber, expectedVersion: z.int().positive(), fix: Note }))
  .output(Reviewed)
  .mutation(({ ctx, input }) => unwrap(resolveFailure(ctx.deps, ctx.scope, input)));
