import { z } from "zod";
import { restoreKey } from "../../../services/keys/restore-key";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

/** Takes a revocation back within a minute. */
export const restore = teamProcedure("key:own")
  .input(z.object({ id: z.uuid("Send the key's id, as the list gives it.") }))
  .output(z.object({ id: z.string() }))
  .mutation(({ ctx, input }) => unwrap(restoreKey(ctx.deps, ctx.scope, input.id)));
