import type { ProjectScope } from "../../core/access/scope";
import type { PriorityLevel } from "../../core/files/rank-files";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { readPathsEndingWith, setFilePin } from "../../db/files/project-files";
import type { Deps } from "../deps";

export interface PinFile {
  readonly path: string;
  /** Null takes the pin away. */
  readonly level: PriorityLevel | null;
}

export interface PinnedFile {
  readonly path: string;
  readonly pin: { readonly level: PriorityLevel; readonly by: string; readonly at: string } | null;
}

const MAX_PROPOSALS = 5;

/** Sets or takes away a file's priority by hand, for a person or an agent. It stays over later indexes. */
export async function pinFile(deps: Deps, scope: ProjectScope, { path, level }: PinFile): Promise<Result<PinnedFile>> {
  const at = deps.clock.now();
  const pin = level === null ? null : { level, by: safeText(scope.actor.name), at };
  return deps.db.withTenantSql(scope, async (sql) => {
    if (await setFilePin(sql, scope, path, pin)) {
      return ok({ path, pin: pin && { level: pin.level, by: pin.by, at: at.toISOString() } });
    }
    const alike = await readPathsEndingWith(sql, scope, `/${path}`, MAX_PROPOSALS);
    const remedy = alike.length > 0 ? `Did you mean ${alike.join(" or ")}?` : "Run steward index, or check the path.";
    return fail("not_found", `The index of this project has no file ${path}. ${remedy}`, { field: "path" });
  });
}
