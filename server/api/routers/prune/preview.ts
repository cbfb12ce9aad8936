import { z } from "zod";
import { PreviewView } from "../../../core/runs/views";
import { previewRun } from "../../../services/runs/preview";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RunRequest } from "./run-request";

/** What a run would change now; writes nothing. */
export const preview = projectProcedure("session:read")
  .input(RunRequest.extend({ limit: z.int().min(1).max(500).default(100) }))
  .output(PreviewView)
  .query(({ ctx, input }) => unwrap(previewRun(ctx.deps, ctx.scope, input)));
