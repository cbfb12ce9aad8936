/** Who may do what: one table for server and browser alike. */
export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export const KEY_SCOPES = ["ingest", "read", "context", "record"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What a person does in their own name in whatever role; no key has it. */
const ANYBODY = ["team:leave"] as const;
/** What a key with the scope `read` may do, if its person may. */
const READ = [
  "team:read",
  "member:read",
  "project:read",
  "session:read",
  "telemetry:read",
  "decision:read",
  "failure:read",
  "handoff:read",
  /** Constraints, preferences, documents and session summaries. */
  "memory:read",
  "policy:read",
] as const;
const VIEWER = [...READ, ...ANYBODY] as const;
const MEMBER = [
  ...VIEWER,
  "ingest:write",
  "key:own",
  "session:prune",
  "decision:write",
  "decision:accept",
  "failure:write",
  "handoff:write",
  "memory:write",
  "comment:write",
  "share:write",
] as const;
const ADMIN = [
  ...MEMBER,
  "project:create",
  "project:update",
  "project:delete",
  "session:delete",
  "policy:write",
  "member:write",
  "key:any",
  "audit:read",
] as const;
const OWNER = [...ADMIN, "team:update", "team:delete"] as const;

export type Right = (typeof OWNER)[number];

const RIGHTS_OF_ROLE: Readonly<Record<Role, ReadonlySet<Right>>> = {
  viewer: new Set<Right>(VIEWER),
  member: new Set<Right>(MEMBER),
  admin: new Set<Right>(ADMIN),
  owner: new Set<Right>(OWNER),
};

/** A key never gives more than its scopes, and never more than its person may do. */
const RIGHTS_OF_KEY_SCOPE: Readonly<Record<KeyScope, ReadonlySet<Right>>> = {
  ingest: new Set<Right>(["ingest:write"]),
  read: new Set<Right>(READ),
  /** What an agent does to its own window: archive, restore, pin, prune, checkpoint. */
  context: new Set<Right>([...READ, "session:prune"]),
  /** What an agent leaves behind for the next one. Accepting a decision stays with people. */
  record: new Set<Right>([...READ, "decision:write", "failure:write", "handoff:write", "memory:write"]),
};

/**
 * The one place where a right is decided. `role` is the member's role in the project (its override, else the
 * team's); `keyScopes` is null for a person in the browser.
 */
export function can(subject: { role: Role; keyScopes: readonly KeyScope[] | null }, right: Right): boolean {
  if (!RIGHTS_OF_ROLE[subject.role].has(right)) return false;
  return subject.keyScopes === null || subject.keyScopes.some((scope) => RIGHTS_OF_KEY_SCOPE[scope].has(right));
}
