import { readSavedPolicy } from "@/server/core/policy/read";
import type { PrunePolicy } from "@/server/core/prune/model";
import { POLICIES } from "@/server/core/prune/policy";
import { findLatestPolicy } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";

/** Version 0 is the strict preset of a project that never changed its policy. */
export async function currentPolicy(sql: TenantSql, teamId: string, projectId: string): Promise<PrunePolicy> {
  const saved = await findLatestPolicy(sql, teamId, projectId);
  return saved ? readPolicy(saved.version, saved.body) : { ...POLICIES.strict, version: 0 };
}

/** A saved policy over its preset. A body that this version cannot read counts as the strict preset: it fails closed. */
export function readPolicy(version: number, body: unknown): PrunePolicy {
  return readSavedPolicy(version, body).policy;
}
