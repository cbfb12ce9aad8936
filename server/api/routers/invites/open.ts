import { z } from "zod";
import { ROLES } from "../../../core/access/rights";
import { openInvite } from "../../../services/teams/open-invite";
import { unwrap } from "../../errors";
import { publicProcedure } from "../../trpc";

export const InviteToken = z.object({ token: z.string().min(1).max(100) });

const InvitePage = z.object({
  team: z.string(),
  invitedBy: z.string(),
  role: z.enum(ROLES),
  email: z.string().nullable(),
  state: z.enum(["open", "used", "expired", "revoked"]),
  expiresAt: z.iso.datetime(),
  /** null when nobody is signed in; `memberOf` is the team's slug for who is in it already. */
  you: z.object({ email: z.string(), fits: z.boolean(), memberOf: z.string().nullable() }).nullable(),
});
export type InvitePage = z.infer<typeof InvitePage>;

/** What the page behind a link shows. Public: whoever holds the token was given it. */
export const open = publicProcedure
  .input(InviteToken)
  .output(InvitePage)
  .query(async ({ ctx, input }) => {
    const { expiresAt, ...invite } = await unwrap(openInvite(ctx.deps, ctx.principal, input.token));
    return { ...invite, expiresAt: expiresAt.toISOString() };
  });
