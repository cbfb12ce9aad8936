import { SessionView } from "../../../core/telemetry/session-views";
import { getSession } from "../../../services/sessions/get";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "./session-number";

export const get = projectProcedure("session:read")
  .input(SessionNumber)
  .output(SessionView)
  .query(({ ctx, input }) => unwrap(getSession(ctx.deps, ctx.scope, input)));
