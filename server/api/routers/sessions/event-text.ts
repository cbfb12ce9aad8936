import { z } from "zod";
import { getEventText } from "../../../services/sessions/event";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber } from "./session-number";

/** The whole stored text of one event. */
export const eventText = projectProcedure("session:read")
  .input(SessionNumber.extend({ ref: Ref }))
  .output(z.object({ text: z.string() }))
  .query(({ ctx, input }) => unwrap(getEventText(ctx.deps, ctx.scope, input)));
