import { z } from "zod";
import { getTeam } from "../../../services/teams/get-team";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

/** The team as the person who asks sees it. */
export const get = teamProcedure("team:read")
  .output(z.object({ slug: z.string(), name: z.string(), role: z.string() }))
  .query(({ ctx }) => unwrap(getTeam(ctx.deps, ctx.scope)));
