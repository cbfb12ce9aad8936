import { z } from "zod";
import { EndView } from "../../../core/protocol/views";
import { endSession } from "../../../services/protocol/end-session";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

/** Summary, handoff note and checkpoint of a session, each as far as the caller may write it. */
export const end = projectProcedure("session:read")
  .input(SessionNumber.extend({ note: z.string().max(2_000).default("") }))
  .output(EndView)
  .mutation(({ ctx, input }) => unwrap(endSession(ctx.deps, { principal: ctx.principal, scope: ctx.scope }, input)));
