import type { Role } from "../../core/access/rights";
import type { TeamScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { type InviteState, inviteState } from "../../core/teams/member-rules";
import { type InviteRow, listUnusedInvites } from "../../db/teams/invites";
import { listMembers } from "../../db/teams/teams";
import type { Deps } from "../deps";
import { roleOf } from "./open-member";

export interface OpenInvite {
  id: string;
  role: string;
  email: string | null;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  state: InviteState;
}

const MOST = 200;
/** One that is over is shown a while longer, so that whoever sent it sees why nobody came. */
const SHOWN_AFTER_MS = 14 * 86_400_000;

/** Links that nobody has used yet, newest first. Their tokens are not known here. */
export async function listInvites(deps: Pick<Deps, "db" | "clock">, scope: TeamScope): Promise<Result<OpenInvite[]>> {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - SHOWN_AFTER_MS);
  const [rows, members] = await Promise.all([
    listUnusedInvites(deps.db.prisma, scope.teamId, { since, limit: MOST }),
    listMembers(deps.db.prisma, scope.teamId),
  ]);
  const authors = new Map(members.map(({ id, name, role }) => [id, { name, role: roleOf(role) }]));
  return ok(rows.flatMap((row) => toOpenInvite(row, authors.get(row.createdBy), now) ?? []));
}

function toOpenInvite(
  row: InviteRow,
  author: { name: string; role: Role | null } | undefined,
  now: Date,
): OpenInvite | null {
  const role = roleOf(row.role);
  if (!role) return null;
  const { id, email, createdAt, expiresAt } = row;
  const state = inviteState({ ...row, role }, author?.role ?? null, now);
  return { id, role, email, createdAt, expiresAt, state, invitedBy: author?.name ?? "somebody who left" };
}
