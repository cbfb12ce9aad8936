import { fail, type Result } from "../result";
import { can, KEY_SCOPES, type KeyScope, type Right, ROLES, type Role } from "./rights";

/** The role with the fewest rights that has this one. */
export function leastRoleFor(right: Right): Role {
  return ROLES.findLast((role) => can({ role, keyScopes: null }, right)) ?? "owner";
}

/** `can()` as an answer: ok, or `forbidden` with a sentence that names the role or the scope that is needed. */
export function requireRight(
  subject: { role: Role; keyScopes: readonly KeyScope[] | null },
  right: Right,
): Result<true> {
  if (can(subject, right)) return { ok: true, value: true };
  if (!can({ role: subject.role, keyScopes: null }, right)) return fail("forbidden", roleSentence(subject, right));
  return fail("forbidden", scopeSentence(subject.keyScopes ?? [], right));
}

function roleSentence(
  { role, keyScopes }: { role: Role; keyScopes: readonly KeyScope[] | null },
  right: Right,
): string {
  const whose = keyScopes === null ? "Your role here is" : "This key's person has the role";
  return `${whose} ${role}; this needs ${withStronger(leastRoleFor(right))}. Ask an owner or admin of the team to change it.`;
}

function scopeSentence(keyScopes: readonly KeyScope[], right: Right): string {
  const needed = KEY_SCOPES.find((scope) => can({ role: "owner", keyScopes: [scope] }, right));
  if (!needed) return "API keys cannot do this. Sign in in the browser and do it there.";
  return `This key has the scope ${scopeList(keyScopes)}; this needs ${needed}. Create a key with that scope under Settings, API keys.`;
}

/** The scopes of a key inside a sentence: `ingest, read and context`. */
export function scopeList(scopes: readonly string[]): string {
  const last = scopes.at(-1) ?? "no";
  return scopes.length > 1 ? `${scopes.slice(0, -1).join(", ")} and ${last}` : last;
}

function withStronger(role: Role): string {
  return role === "owner" ? "owner" : `${role} or higher`;
}
