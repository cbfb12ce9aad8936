import { z } from "zod";
import { listTeamMembers } from "../../../services/teams/list-members";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

const MemberView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  joinedAt: z.iso.datetime(),
  lastActiveAt: z.iso.datetime().nullable(),
  projectRoles: z.array(z.object({ project: z.string(), name: z.string(), role: z.string() })),
  isYou: z.boolean(),
});
export type MemberView = z.infer<typeof MemberView>;

/** Everybody in the team, oldest member first. */
export const members = teamProcedure("member:read")
  .output(z.array(MemberView))
  .query(async ({ ctx }) => {
    const rows = await unwrap(listTeamMembers(ctx.deps, ctx.scope));
    return rows.map((row) => ({
      ...row,
      joinedAt: row.joinedAt.toISOString(),
      lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
    }));
  });
