import { z } from "zod";
import { hasPassword } from "../../../services/setup/has-password";
import { userProcedure } from "../../trpc";

/** The person who asks, as their own page shows them. */
export const get = userProcedure
  .output(z.object({ name: z.string(), email: z.string(), hasPassword: z.boolean() }))
  .query(async ({ ctx }) => {
    const { name, email, userId } = ctx.user;
    return { name, email, hasPassword: await hasPassword(ctx.deps, userId) };
  });
