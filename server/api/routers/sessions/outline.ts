import { PackedOutlineView, packOutline } from "../../../core/telemetry/packed-outline";
import { outline as readOutline } from "../../../services/sessions/outline";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber, ThreadKey } from "./session-number";

/** A whole thread, packed: that of the event, else the named one, else the first of the agent, else the main one. */
export const outline = projectProcedure("session:read")
  .input(
    SessionNumber.extend({
      thread: ThreadKey.nullable().default(null),
      event: Ref.nullable().default(null),
      agent: ThreadKey.nullable().default(null),
    }),
  )
  .output(PackedOutlineView)
  .query(({ ctx, input }) => unwrap(readOutline(ctx.deps, ctx.scope, input)).then(packOutline));
