import { z } from "zod";
import { KEY_SCOPES } from "../../../core/access/rights";
import { describeKey } from "../../../services/keys/describe-key";
import { unwrap } from "../../errors";
import { publicProcedure } from "../../trpc";

const KeyDescription = z.object({
  team: z.string(),
  person: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  projects: z.array(z.object({ slug: z.string(), name: z.string() })),
  reachesAll: z.boolean(),
  mayCreateProjects: z.boolean(),
});

/** What a key is good for. Public, since a key of any scope may ask; without a whole key it answers unauthorized. */
export const whoami = publicProcedure.output(KeyDescription).query(async ({ ctx }) => {
  const { scopes, ...key } = await unwrap(describeKey(ctx.deps, ctx.principal));
  return { ...key, scopes: [...scopes] };
});
