import { TiersView } from "../../../core/budget/views";
import { getTiers } from "../../../services/budget/get-tiers";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

export const tiers = projectProcedure("session:read")
  .input(SessionNumber)
  .output(TiersView)
  .query(({ ctx, input }) => unwrap(getTiers(ctx.deps, ctx.scope, input)));
