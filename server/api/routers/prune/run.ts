import { z } from "zod";
import { RunAnswerView } from "../../../core/runs/views";
import { runPrune } from "../../../services/runs/run";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RunRequest } from "./run-request";

const RunInput = RunRequest.extend({
  /** The `revision` of a preview: a conflict when anything has changed since. */
  expectedRevision: z.int().nonnegative().max(2_147_483_647).optional(),
  /** For a client that asks by itself: commits only what batching would commit. */
  onlyIfItPays: z.boolean().default(false),
});

export const run = projectProcedure("session:prune")
  .input(RunInput)
  .output(RunAnswerView)
  .mutation(({ ctx, input }) => unwrap(runPrune(ctx.deps, ctx.scope, input)));
