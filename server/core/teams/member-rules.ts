import type { Role } from "../access/rights";

/**
 * Who may do what to whom inside a team. The right `member:write` (owner, admin) is checked before; these rules say how
 * far it goes.
 */

/** Roles that a member can have in a single project; owning is a matter of the whole team. */
export const PROJECT_ROLES = ["admin", "member", "viewer"] as const satisfies readonly Role[];
export type ProjectRole = (typeof PROJECT_ROLES)[number];

/** How long a removal or a revocation can be taken back: longer than its toast is shown. */
export const UNDO_MS = 60_000;

/** An owner gives every role; an admin none that is above their own. */
export function mayGiveRole(by: Role, role: Role): boolean {
  return by === "owner" || (by === "admin" && role !== "owner");
}

/** Only owners change or remove an owner. */
export function mayManage(by: Role, member: Role): boolean {
  return by === "owner" || (by === "admin" && member !== "owner");
}

export type InviteState = "open" | "used" | "expired" | "revoked";

/**
 * What a link is good for. One whose author may not give the role any more (left, or has a lower role now) counts as
 * revoked: nobody comes in on the word of somebody who could not say it today.
 */
export function inviteState(
  invite: {
    readonly role: Role;
    readonly acceptedAt: Date | null;
    readonly revokedAt: Date | null;
    readonly expiresAt: Date;
  },
  authorRole: Role | null,
  now: Date,
): InviteState {
  if (invite.acceptedAt) return "used";
  if (invite.revokedAt || !authorRole || !mayGiveRole(authorRole, invite.role)) return "revoked";
  return invite.expiresAt <= now ? "expired" : "open";
}
