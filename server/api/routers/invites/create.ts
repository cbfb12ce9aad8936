import { z } from "zod";
import { ROLES } from "../../../core/access/rights";
import { createInvite, INVITE_DAYS, MAX_INVITE_DAYS } from "../../../services/teams/create-invite";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

const NewInvite = z.object({
  role: z.enum(ROLES),
  /** The only address that may use the link; without one, whoever opens it first. */
  email: z.string().max(500).nullable().default(null),
  expiresInDays: z.int().min(1).max(MAX_INVITE_DAYS).default(INVITE_DAYS),
});

const CreatedInvite = z.object({
  id: z.string(),
  /** For `/invite/<token>`. Only this answer has it: it cannot be shown again. */
  token: z.string(),
  role: z.enum(ROLES),
  email: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});

export const create = teamProcedure("member:write")
  .input(NewInvite)
  .output(CreatedInvite)
  .mutation(async ({ ctx, input }) => {
    const { role, email, expiresInDays } = input;
    const invite = await unwrap(createInvite(ctx.deps, ctx.scope, { role, email, expiresInDays }));
    return { ...invite, expiresAt: invite.expiresAt.toISOString() };
  });
