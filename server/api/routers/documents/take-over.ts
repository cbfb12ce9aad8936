import { z } from "zod";
import { takeOver as takeOverConstraints } from "../../../services/rules/take-over";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { DocumentAtVersion } from "./at-version.schema";

/** Proposes the constraints of a CONSTRAINTS.md, or some of them by their place in the preview. */
export const takeOver = projectProcedure("memory:write")
  .input(DocumentAtVersion.extend({ items: z.array(z.int().nonnegative()).max(200).nullable().default(null) }))
  .output(z.object({ created: z.array(z.string()) }))
  .mutation(({ ctx, input }) => unwrap(takeOverConstraints(ctx.deps, ctx.scope, input)));
