import { z } from "zod";
import { openResetLink } from "../../../services/setup/reset-link";
import { unwrap } from "../../errors";
import { publicProcedure } from "../../trpc";

/** Whose link for a new password it is; the link still works afterwards. Public: its holder was given it. */
export const resetLink = publicProcedure
  .input(z.object({ token: z.string().min(1).max(200) }))
  .output(z.object({ email: z.string() }))
  .query(({ ctx, input }) => unwrap(openResetLink(ctx.deps, input.token)));
