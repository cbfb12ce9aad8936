import type { KeyScope, Role } from "./rights";

/** Who asks, before it is known what for. */
export type Principal =
  /** `reason` says why what was sent did not count: a revoked, expired or unknown key, a session that ended. */
  | { readonly kind: "anonymous"; readonly reason?: string }
  | { readonly kind: "user"; readonly userId: string; readonly name: string; readonly email: string }
  | {
      readonly kind: "key";
      readonly teamId: string;
      readonly keyId: string;
      readonly memberId: string;
      readonly scopes: readonly KeyScope[];
      /** What the key may reach; ask `keyReaches`, since the list may stand for all projects. */
      readonly projectIds: readonly string[];
    };

/** Who acts: what records and audit entries name. */
export interface Actor {
  readonly kind: "member" | "key" | "system";
  readonly memberId: string | null;
  readonly keyId: string | null;
  readonly name: string;
}

/** Every tenant query carries one of these; there is no query without a team. */
export interface TeamScope {
  readonly teamId: string;
  readonly teamSlug: string;
  readonly role: Role;
  readonly actor: Actor;
  /** The projects that a key is bound to; absent for a person and for a key of all projects. */
  readonly onlyProjectIds?: readonly string[];
}

export interface ProjectScope extends TeamScope {
  readonly projectId: string;
  readonly projectSlug: string;
  readonly timeZone: string;
}
