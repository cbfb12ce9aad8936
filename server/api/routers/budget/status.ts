import { BudgetStatusView } from "../../../core/budget/views";
import { getStatus } from "../../../services/budget/get-status";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

/** How full the window is, what it should hold, and what to do now. */
export const status = projectProcedure("session:read")
  .input(SessionNumber)
  .output(BudgetStatusView)
  .query(({ ctx, input }) => unwrap(getStatus(ctx.deps, ctx.scope, input)));
