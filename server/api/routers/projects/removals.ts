import { z } from "zod";
import { listRemovals } from "../../../services/projects/list-removals";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

/** Projects that are being deleted at this moment, and how far that has come. */
export const removals = teamProcedure("project:delete")
  .output(z.array(z.object({ slug: z.string(), name: z.string(), sessionsLeft: z.int().nonnegative() })))
  .query(({ ctx }) => unwrap(listRemovals(ctx.deps, ctx.scope)));
