import { z } from "zod";
import { ROLES } from "../../../core/access/rights";
import { getPolicy } from "../../../services/policy/get-policy";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Instant, SavedBody, VersionNumber } from "./view";

const PolicyView = z.object({
  /** 0 while the project has saved none: the strict preset. */
  version: VersionNumber,
  body: SavedBody,
  problem: z.string().nullable(),
  note: z.string().nullable(),
  by: z.string().nullable(),
  at: Instant.nullable(),
  /** Sessions by the version that judged them; null waits for its first analysis. */
  judged: z.array(z.object({ version: VersionNumber.nullable(), sessions: z.int() })),
  mayWrite: z.boolean(),
  role: z.enum(ROLES),
});
export type PolicyView = z.infer<typeof PolicyView>;

/** The policy in force, as a preset and what the project changes of it. */
export const get = projectProcedure("policy:read")
  .output(PolicyView)
  .query(async ({ ctx }) => {
    const { at, judged, ...policy } = await unwrap(getPolicy(ctx.deps, ctx.scope));
    return { ...policy, at: at?.toISOString() ?? null, judged: [...judged] };
  });
