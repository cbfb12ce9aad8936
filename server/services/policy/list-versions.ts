import type { ProjectScope } from "../../core/access/scope";
import type { PolicyBody } from "../../core/policy/body";
import { type PolicyChange, policyChanges } from "../../core/policy/diff";
import { readSavedPolicy } from "../../core/policy/read";
import { ok, type Result } from "../../core/result";
import { listVersions, memberNames, type PolicyVersionRow } from "../../db/policy/versions";
import type { Deps } from "../deps";

export interface PolicyVersionView {
  readonly version: number;
  readonly body: PolicyBody;
  readonly problem: string | null;
  readonly note: string | null;
  readonly by: string | null;
  readonly at: Date | null;
  /** Against the version before. */
  readonly changes: readonly PolicyChange[];
}

const SHOWN = 50;

/** All versions, newest first, down to version 0, the strict preset that every project starts with. */
export async function listPolicyVersions(
  deps: Pick<Deps, "db">,
  scope: ProjectScope,
): Promise<Result<{ versions: PolicyVersionView[]; hasMore: boolean }>> {
  // One more than is shown: the oldest shown one is compared with it.
  const rows = await listVersions(deps.db.prisma, scope, SHOWN + 1);
  const authors = rows.flatMap(({ createdBy }) => createdBy ?? []);
  const names = await memberNames(deps.db.prisma, scope, [...new Set(authors)]);
  const hasMore = rows.length > SHOWN;
  const all = hasMore ? rows : [...rows, START];
  const read = all.map((row) => ({ row, ...readSavedPolicy(row.version, row.body) }));
  const versions = read.map(({ row, policy, body, problem }, index) => {
    const before = read[index + 1];
    return {
      version: row.version,
      body,
      problem,
      note: row.note,
      by: row.createdBy === null ? null : (names.get(row.createdBy) ?? null),
      at: row === START ? null : row.createdAt,
      changes: before ? policyChanges(before.policy, policy) : [],
    };
  });
  return ok({ versions: versions.slice(0, hasMore ? SHOWN : undefined), hasMore });
}

const START: PolicyVersionRow = { version: 0, body: {}, note: null, createdBy: null, createdAt: new Date(0) };
