import type { Role } from "@/server/core/access/rights";

/** What a role lets a person do, in a line. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  owner: "Everything, also the team's name and address, and other owners.",
  admin: "Projects, policy, members, all keys, the audit log. Not owners.",
  member: "Uploads, keys of their own, decisions, handoffs, prunes.",
  viewer: "Reads everything, changes nothing.",
};

/** "an admin", "a member". */
export function withArticle(role: string): string {
  return /^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`;
}
