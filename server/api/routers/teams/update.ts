import { z } from "zod";
import { changeTeam } from "../../../services/teams/update-team";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

/** Name and address of the team; a new slug changes every link. */
export const update = teamProcedure("team:update")
  .input(z.object({ name: z.string().max(500).optional(), slug: z.string().max(100).optional() }))
  .output(z.object({ slug: z.string(), name: z.string() }))
  .mutation(({ ctx, input }) => unwrap(changeTeam(ctx.deps, ctx.scope, input)));
