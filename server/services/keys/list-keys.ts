import { onlyProjects } from "../../core/access/key-projects";
import { can } from "../../core/access/rights";
import type { TeamScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { type KeyListRow, listKeys } from "../../db/keys/keys";
import { listProjects } from "../../db/projects/projects";
import type { Deps } from "../deps";

export interface KeySummary {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  projects: "all" | { slug: string; name: string }[];
  person: string;
  isYours: boolean;
  state: "active" | "expired" | "revoked";
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** To the minute. */
  lastUsedAt: Date | null;
}

/** A person's own keys; with the right to all keys, everybody's. */
export async function listTeamKeys(deps: Pick<Deps, "db" | "clock">, scope: TeamScope): Promise<Result<KeySummary[]>> {
  const all = can({ role: scope.role, keyScopes: null }, "key:any");
  const [rows, projects] = await Promise.all([
    listKeys(deps.db.prisma, scope.teamId, all ? null : scope.actor.memberId),
    listProjects(deps.db.prisma, scope.teamId, null),
  ]);
  const named = new Map(projects.map(({ id, slug, name }) => [id, { slug, name }]));
  const now = deps.clock.now();
  return ok(rows.map((row) => toSummary(row, named, scope.actor.memberId, now)));
}

function toSummary(
  row: KeyListRow,
  named: ReadonlyMap<string, { slug: string; name: string }>,
  you: string | null,
  now: Date,
): KeySummary {
  const { member, memberId, projectIds, ...columns } = row;
  const only = onlyProjects(projectIds);
  return {
    ...columns,
    // A project that is gone is left out: the key does not reach it any more.
    projects: only ? only.flatMap((id) => named.get(id) ?? []) : "all",
    person: member.name,
    isYours: memberId === you,
    state: stateOf(row, now),
  };
}

function stateOf({ revokedAt, expiresAt }: KeyListRow, now: Date): KeySummary["state"] {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt <= now ? "expired" : "active";
}
