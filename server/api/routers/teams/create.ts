import { z } from "zod";
import { createTeam } from "../../../services/teams/create-team";
import { unwrap } from "../../errors";
import { userProcedure } from "../../trpc";

/** A person's own team, with the person as owner. */
export const create = userProcedure
  .input(z.object({ name: z.string().max(500) }))
  .output(z.object({ slug: z.string(), name: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { slug, name } = await unwrap(createTeam(ctx.deps, ctx.user, input));
    return { slug, name };
  });
