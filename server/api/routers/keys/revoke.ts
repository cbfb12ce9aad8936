import { z } from "zod";
import { revokeKey } from "../../../services/keys/revoke-key";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

/** One's own key, or anybody's with the right to all keys. */
export const revoke = teamProcedure("key:own")
  .input(z.object({ id: z.uuid("Send the key's id, as the list gives it.") }))
  .output(z.object({ id: z.string(), revokedAt: z.iso.datetime() }))
  .mutation(async ({ ctx, input }) => {
    const { id, revokedAt } = await unwrap(revokeKey(ctx.deps, ctx.scope, input.id));
    return { id, revokedAt: revokedAt.toISOString() };
  });
