import { z } from "zod";
import { CheckpointListView } from "../../../core/checkpoints/views";
import { listCheckpoints } from "../../../services/checkpoints/list-checkpoints";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

const ListInput = z.object({
  /** Of the session; null is all of the project. */
  number: SessionNumber.shape.number.nullable().default(null),
  cursor: z.string().max(100).nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
});

export const list = projectProcedure("session:read")
  .input(ListInput)
  .output(CheckpointListView)
  .query(({ ctx, input }) => unwrap(listCheckpoints(ctx.deps, ctx.scope, input)));
