import { z } from "zod";
import { STAGES } from "../../../core/events/kinds";
import { LoadView } from "../../../core/filter/views";
import { loadContext } from "../../../services/catalogue/load-context";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

/** What to load at a stage, what waits and why. */
export const load = projectProcedure("session:read")
  .input(
    z.object({
      number: SessionNumber.shape.number.nullable().default(null),
      stage: z.enum(STAGES).nullable().default(null),
      /** Of a session that is not uploaded yet, or whose size the client knows better. */
      windowTokens: z.int().positive().max(100_000_000).nullable().default(null),
    }),
  )
  .output(LoadView)
  .query(({ ctx, input }) => unwrap(loadContext(ctx.deps, ctx.scope, input)));
