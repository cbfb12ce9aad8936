import { z } from "zod";
import { removeMember } from "../../../services/teams/remove-member";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { MemberId } from "./member-id";

/** Out of the team at once; keys end, what they wrote stays under their name. */
export const remove = teamProcedure("member:write")
  .input(MemberId)
  .output(z.object({ id: z.string(), name: z.string(), keysRevoked: z.int().nonnegative() }))
  .mutation(({ ctx, input }) => unwrap(removeMember(ctx.deps, ctx.scope, input.id)));
