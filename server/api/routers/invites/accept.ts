import { z } from "zod";
import { acceptInvite } from "../../../services/teams/accept-invite";
import { unwrap } from "../../errors";
import { userProcedure } from "../../trpc";
import { InviteToken } from "./open";

/** Joins the team; for who is in it already nothing changes. */
export const accept = userProcedure
  .input(InviteToken)
  .output(z.object({ team: z.string(), joined: z.boolean() }))
  .mutation(({ ctx, input }) => unwrap(acceptInvite(ctx.deps, ctx.user, input.token)));
