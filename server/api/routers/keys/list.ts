import { z } from "zod";
import { type KeySummary, listTeamKeys } from "../../../services/keys/list-keys";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";

const Instant = z.iso.datetime();

const KeyView = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  projects: z.union([z.literal("all"), z.array(z.object({ slug: z.string(), name: z.string() }))]),
  person: z.string(),
  isYours: z.boolean(),
  state: z.enum(["active", "expired", "revoked"]),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
});
export type KeyView = z.infer<typeof KeyView>;

/** Newest first: a person's own keys, or everybody's for those who may end them. */
export const list = teamProcedure("key:own")
  .output(z.array(KeyView))
  .query(async ({ ctx }) => (await unwrap(listTeamKeys(ctx.deps, ctx.scope))).map(toKeyView));

function toKeyView(key: KeySummary): KeyView {
  return {
    ...key,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}
