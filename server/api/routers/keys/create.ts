import { z } from "zod";
import { KEY_SCOPES } from "../../../core/access/rights";
import { createKey, MAX_KEY_DAYS } from "../../../services/keys/create-key";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

const NewKey = z.object({
  name: z.string().max(500),
  scopes: z.array(z.enum(KEY_SCOPES)).max(KEY_SCOPES.length),
  projects: z.union([z.literal("all"), z.array(z.string().max(64)).max(1_000)]),
  expiresInDays: z.int().min(1).max(MAX_KEY_DAYS).nullable().default(null),
});

const CreatedKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  /** Only this answer has it: it cannot be shown again. */
  secret: z.string(),
  expiresAt: z.iso.datetime().nullable(),
});

export const create = teamProcedure("key:own")
  .input(NewKey)
  .output(CreatedKey)
  .mutation(async ({ ctx, input }) => {
    const key = await unwrap(createKey(ctx.deps, ctx.scope, input));
    return { ...key, expiresAt: key.expiresAt?.toISOString() ?? null };
  });
