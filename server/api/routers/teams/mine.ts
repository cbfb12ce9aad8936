import { z } from "zod";
import { listMyTeams } from "../../../services/teams/list-my-teams";
import { unwrap } from "../../errors";
import { userProcedure } from "../../trpc";

/** The teams of the person who asks, oldest first. */
export const mine = userProcedure
  .output(z.array(z.object({ slug: z.string(), name: z.string(), role: z.string() })))
  .query(({ ctx }) => unwrap(listMyTeams(ctx.deps, ctx.user.userId)));
