import { z } from "zod";
import { PROJECT_ROLES } from "../../../core/teams/member-rules";
import { setProjectRole as change } from "../../../services/teams/set-project-role";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { MemberId } from "./member-id";

const ProjectRole = z.enum(PROJECT_ROLES).nullable();
const Changed = z.object({ id: z.string(), project: z.string(), role: ProjectRole, before: z.string().nullable() });

/** A role that differs in one project; null gives the team's role back. */
export const setProjectRole = teamProcedure("member:write")
  .input(MemberId.extend({ project: z.string().min(1).max(64), role: ProjectRole }))
  .output(Changed)
  .mutation(({ ctx, input: { id, project, role } }) =>
    unwrap(change(ctx.deps, ctx.scope, { memberId: id, project, role })),
  );
