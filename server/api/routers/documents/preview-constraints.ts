import { z } from "zod";
import { DocumentPath } from "../../../core/rules/document";
import { TakeOverPreview } from "../../../core/rules/listed-constraints";
import { previewTakeOver } from "../../../services/rules/take-over";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** What the lists of a CONSTRAINTS.md would become. */
export const previewConstraints = projectProcedure("memory:read")
  .input(z.object({ path: DocumentPath }))
  .output(TakeOverPreview)
  .query(({ ctx, input }) => unwrap(previewTakeOver(ctx.deps, ctx.scope, input)));
