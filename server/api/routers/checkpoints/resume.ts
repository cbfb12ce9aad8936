import { z } from "zod";
import { ResumedCheckpointView } from "../../../core/checkpoints/views";
import { resumeCheckpoint } from "../../../services/checkpoints/resume-checkpoint";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { CheckpointNumber } from "./checkpoint-number";

const ResumeInput = z.object({
  /** Of the session; null is the latest checkpoint of the project. */
  number: SessionNumber.shape.number.nullable().default(null),
  checkpoint: CheckpointNumber.nullable().default(null),
  /** Of the fresh session, when it is smaller than that of the saved one. */
  windowTokens: z.int().positive().max(100_000_000).nullable().default(null),
});

/** What a fresh session starts from; a mutation, since it notes who resumed. */
export const resume = projectProcedure("session:prune")
  .input(ResumeInput)
  .output(ResumedCheckpointView)
  .mutation(({ ctx, input }) => unwrap(resumeCheckpoint(ctx.deps, ctx.scope, input)));
