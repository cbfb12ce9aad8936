import { z } from "zod";
import { listPolicyVersions } from "../../../services/policy/list-versions";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ChangeView, Instant, SavedBody, VersionNumber } from "./view";

const VersionView = z.object({
  version: VersionNumber,
  body: SavedBody,
  problem: z.string().nullable(),
  note: z.string().nullable(),
  by: z.string().nullable(),
  at: Instant.nullable(),
  /** Against the version before. */
  changes: z.array(ChangeView),
});
export type PolicyVersion = z.infer<typeof VersionView>;

/** Newest first, down to version 0, the strict preset that every project starts with. */
export const versions = projectProcedure("policy:read")
  .output(z.object({ versions: z.array(VersionView), hasMore: z.boolean() }))
  .query(async ({ ctx }) => {
    const { versions: rows, hasMore } = await unwrap(listPolicyVersions(ctx.deps, ctx.scope));
    return {
      versions: rows.map(({ at, changes, ...row }) => ({
        ...row,
        at: at?.toISOString() ?? null,
        changes: [...changes],
      })),
      hasMore,
    };
  });
