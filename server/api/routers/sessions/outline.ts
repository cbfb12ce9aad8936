import { OutlineView } from "../../../core/telemetry/session-views";
import { outline as readOutline } from "../../../services/sessions/outline";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber, ThreadKey } from "./session-number";

export const outline = projectProcedure("session:read")
  .input(SessionNumber.extend({ thread: ThreadKey }))
  .output(OutlineView)
  .query(({ ctx, input }) => unwrap(readOutline(ctx.deps, ctx.scope, input)));
