import { SessionNeighboursView } from "../../../core/telemetry/session-views";
import { sessionNeighbours } from "../../../services/sessions/neighbours";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ListInput } from "./list-input";
import { SessionNumber } from "./session-number";

/** The sessions above and below one in a list. */
export const neighbours = projectProcedure("session:read")
  .input(ListInput.extend(SessionNumber.shape))
  .output(SessionNeighboursView)
  .query(({ ctx, input }) => unwrap(sessionNeighbours(ctx.deps, ctx.scope, input)));
