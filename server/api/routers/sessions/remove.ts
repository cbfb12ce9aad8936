import { z } from "zod";
import { removeSession } from "../../../services/sessions/remove";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "./session-number";

/** For good; a job does it within moments. */
export const remove = projectProcedure("session:delete")
  .input(SessionNumber)
  .output(z.object({ number: z.int() }))
  .mutation(({ ctx, input }) => unwrap(removeSession(ctx.deps, ctx.scope, input)));
