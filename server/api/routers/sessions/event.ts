import { EventDetailView } from "../../../core/telemetry/session-views";
import { getEvent } from "../../../services/sessions/event";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber } from "./session-number";

export const event = projectProcedure("session:read")
  .input(SessionNumber.extend({ ref: Ref }))
  .output(EventDetailView)
  .query(({ ctx, input }) => unwrap(getEvent(ctx.deps, ctx.scope, input)));
