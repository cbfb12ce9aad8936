import { findDrift } from "../../core/decisions/drift";
import { safeText } from "../../core/redact/safe-text";
import { replaceFlags } from "../../db/memory/decision-flags";
import type { Deps } from "../deps";
import { readDriftDecisions } from "./drift-decisions";

/** Looks through a project's living decisions and stores what it finds. Idempotent; dismissed flags stay dismissed. */
export async function findDriftOfProject(
  deps: Deps,
  scope: { readonly teamId: string; readonly projectId: string },
): Promise<void> {
  const flags = findDrift(await readDriftDecisions(deps.db, scope)).map(({ reasons, words, paths, ...flag }) => {
    const all = (texts: readonly string[]) => texts.map((text) => safeText(text));
    return { ...flag, evidence: { reasons: all(reasons), words: all(words), paths: all(paths) } };
  });
  await deps.db.withTenantSql(scope, (sql) => replaceFlags(sql, scope, flags, deps.clock.now()));
}
