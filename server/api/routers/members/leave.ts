import { z } from "zod";
import { leaveTeam } from "../../../services/teams/remove-member";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

/** Anybody may go, but the last owner. A key cannot take its person out. */
export const leave = teamProcedure("team:leave")
  .output(z.object({ keysRevoked: z.int().nonnegative() }))
  .mutation(async ({ ctx }) => {
    const { keysRevoked } = await unwrap(leaveTeam(ctx.deps, ctx.scope));
    return { keysRevoked };
  });
