import { z } from "zod";
import { restoreMember } from "../../../services/teams/restore-member";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { MemberId } from "./member-id";

/** Takes a removal back within a minute, with the keys that ended by it. */
export const restore = teamProcedure("member:write")
  .input(MemberId)
  .output(z.object({ id: z.string(), keysRestored: z.int().nonnegative() }))
  .mutation(({ ctx, input }) => unwrap(restoreMember(ctx.deps, ctx.scope, input.id)));
