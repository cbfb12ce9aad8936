import { z } from "zod";
import { revokeInvite } from "../../../services/teams/revoke-invite";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

export const InviteId = z.object({ id: z.uuid("Send the invitation's id, as the list gives it.") });

export const revoke = teamProcedure("member:write")
  .input(InviteId)
  .output(z.object({ id: z.string() }))
  .mutation(({ ctx, input }) => unwrap(revokeInvite(ctx.deps, ctx.scope, input.id)));
