import { UndoneView } from "../../../core/runs/views";
import { undoRun } from "../../../services/runs/undo";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { RunNumber } from "./run-request";

/** Takes a whole committed run back; what was changed since stays, and is listed. */
export const undo = projectProcedure("session:prune")
  .input(SessionNumber.extend({ run: RunNumber }))
  .output(UndoneView)
  .mutation(({ ctx, input }) => unwrap(undoRun(ctx.deps, ctx.scope, input)));
