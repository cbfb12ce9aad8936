import { z } from "zod";
import { listInvites } from "../../../services/teams/list-invites";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

const InviteView = z.object({
  id: z.string(),
  role: z.string(),
  email: z.string().nullable(),
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(["open", "used", "expired", "revoked"]),
});
export type InviteView = z.infer<typeof InviteView>;

/** Links that nobody has used yet, newest first. */
export const list = teamProcedure("member:write")
  .output(z.array(InviteView))
  .query(async ({ ctx }) => {
    const invites = await unwrap(listInvites(ctx.deps, ctx.scope));
    return invites.map((invite) => ({
      ...invite,
      createdAt: invite.createdAt.toISOString(),
      expiresAt: invite.expiresAt.toISOString(),
    }));
  });
