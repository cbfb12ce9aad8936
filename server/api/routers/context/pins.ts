import { PinListView } from "../../../core/context/views";
import { listPins } from "../../../services/context/list-pins";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

/** Pins in force of a session. */
export const pins = projectProcedure("session:read")
  .input(SessionNumber)
  .output(PinListView)
  .query(({ ctx, input }) => unwrap(listPins(ctx.deps, ctx.scope, input)));
