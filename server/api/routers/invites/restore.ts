import { z } from "zod";
import { restoreInvite } from "../../../services/teams/revoke-invite";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { InviteId } from "./revoke";

/** Takes a revocation back within a minute. */
export const restore = teamProcedure("member:write")
  .input(InviteId)
  .output(z.object({ id: z.string() }))
  .mutation(({ ctx, input }) => unwrap(restoreInvite(ctx.deps, ctx.scope, input.id)));
