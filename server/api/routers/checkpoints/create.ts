import { z } from "zod";
import { CHECKPOINT_TRIGGERS } from "../../../core/checkpoints/state";
import { SavedCheckpointView } from "../../../core/checkpoints/views";
import { createCheckpoint } from "../../../services/checkpoints/create-checkpoint";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

const CreateInput = SessionNumber.extend({
  note: z.string().max(2_000).default(""),
  trigger: z.enum(CHECKPOINT_TRIGGERS).default("asked"),
});

/** Saves the state of a session, from which a fresh one can go on. */
export const create = projectProcedure("session:prune")
  .input(CreateInput)
  .output(SavedCheckpointView)
  .mutation(({ ctx, input }) => unwrap(createCheckpoint(ctx.deps, ctx.scope, input)));
