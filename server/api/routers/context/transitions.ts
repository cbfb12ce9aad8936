import { z } from "zod";
import { TransitionListView } from "../../../core/context/views";
import { listTransitions } from "../../../services/context/list-transitions";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

const TransitionsInput = SessionNumber.extend({
  cursor: z.string().max(200).nullable().default(null),
  limit: z.int().min(1).max(200).default(50),
});

/** Who changed what the model sees of which event, the newest first. */
export const transitions = projectProcedure("session:read")
  .input(TransitionsInput)
  .output(TransitionListView)
  .query(({ ctx, input }) => unwrap(listTransitions(ctx.deps, ctx.scope, input)));
