import { z } from "zod";
import { SharedHandoff } from "../../../core/handoffs/views";
import { openShare } from "../../../services/handoffs/open-share";
import { unwrap } from "../../errors";
import { publicProcedure } from "../../trpc";

/** What a share link shows, for anyone who has it; a mutation, since it counts the look. */
export const shared = publicProcedure
  .input(z.object({ token: z.string().max(200) }))
  .output(SharedHandoff)
  .mutation(({ ctx, input }) => unwrap(openShare(ctx.deps, input.token)));
