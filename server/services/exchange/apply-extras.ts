import type { ProjectScope } from "../../core/access/scope";
import { MAX_FILES_PER_PART } from "../../core/files/index-part";
import { safeText } from "../../core/redact/safe-text";
import { ok, type Result } from "../../core/result";
import { setFilePin } from "../../db/files/project-files";
import type { Deps } from "../deps";
import { addIndexPart } from "../files/add-index-part";
import { finishIndex } from "../files/finish-index";
import { startIndex } from "../files/start-index";
import { getPolicy } from "../policy/get-policy";
import { savePolicy } from "../policy/save-policy";
import type { PlannedConfig, PlannedFiles } from "./plan-extras";
import { mayTakeConfig } from "./plan-import";

/** Saves the thresholds as a new version of the policy; answers why not, where it could not. */
export async function applyConfig(deps: Deps, scope: ProjectScope, planned: PlannedConfig | null): Promise<string[]> {
  if (!planned?.isTaken) return [];
  if (!mayTakeConfig(scope)) return ["The thresholds of config.toml stay as they are: you may not change the policy."];
  const now = await getPolicy(deps, scope);
  if (!now.ok) return [now.fault.message];
  const { preset, budget } = planned.config;
  const body = { ...now.value.body, preset, budget };
  const saved = await savePolicy(deps, scope, {
    body,
    expectedVersion: now.value.version,
    note: "Thresholds of an imported config.toml.",
  });
  return saved.ok ? [] : [`The thresholds of config.toml were not taken over. ${saved.fault.message}`];
}

/** Stores the index with its pins; answers how many files it has. */
export async function applyFiles(
  deps: Deps,
  scope: ProjectScope,
  planned: PlannedFiles | null,
): Promise<Result<number>> {
  if (!planned?.isTaken) return ok(0);
  const { index, pins } = planned;
  const started = await startIndex(deps, scope, { head: index.head, branch: index.branch });
  if (!started.ok) return started;
  const { id } = started.value;
  for (let from = 0; from < index.files.length; from += MAX_FILES_PER_PART) {
    const files = index.files.slice(from, from + MAX_FILES_PER_PART);
    const added = await addIndexPart(deps, scope, { id, files, rules: [] });
    if (!added.ok) return added;
  }
  const files = new Set(index.files.map(({ path }) => path)).size;
  const finished = await finishIndex(deps, scope, { id, files });
  if (!finished.ok) return finished;
  await deps.db.withTenantSql(scope, async (sql) => {
    for (const { path, level, by, at } of pins) {
      await setFilePin(sql, scope, path, { level, by: safeText(by), at: new Date(at) });
    }
  });
  return ok(files);
}
