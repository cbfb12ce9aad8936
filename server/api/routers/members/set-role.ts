import { z } from "zod";
import { ROLES } from "../../../core/access/rights";
import { setMemberRole } from "../../../services/teams/set-member-role";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { MemberId } from "./member-id";

const Changed = z.object({ id: z.string(), role: z.enum(ROLES), before: z.enum(ROLES) });

/** The role in the whole team; it counts with the member's next request. */
export const setRole = teamProcedure("member:write")
  .input(MemberId.extend({ role: z.enum(ROLES) }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(setMemberRole(ctx.deps, ctx.scope, { memberId: input.id, role: input.role })));
