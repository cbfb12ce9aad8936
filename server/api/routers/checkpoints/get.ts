import { CheckpointView } from "../../../core/checkpoints/views";
import { getCheckpoint } from "../../../services/checkpoints/get-checkpoint";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { CheckpointNumber } from "./checkpoint-number";

export const get = projectProcedure("session:read")
  .input(SessionNumber.extend({ checkpoint: CheckpointNumber }))
  .output(CheckpointView)
  .query(({ ctx, input }) => unwrap(getCheckpoint(ctx.deps, ctx.scope, input)));
