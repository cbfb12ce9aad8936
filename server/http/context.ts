import type { ApiContext } from "../api/trpc";
import { type Auth, createAuth } from "../auth/auth";
import { readSession } from "../auth/session";
import type { Principal } from "../core/access/scope";
import { env } from "../env";
import type { Deps } from "../services/deps";
import { authenticateKey } from "../services/keys/authenticate-key";
import { getDeps } from "./deps";

const authOf = new WeakMap<Deps, Auth>();

/** The sign-in service of this process. */
export function getAuth(deps: Deps = getDeps()): Auth {
  const known = authOf.get(deps);
  if (known) return known;
  const { STEWARD_SECRET, STEWARD_BASE_URL } = env();
  const made = createAuth(deps, { secret: STEWARD_SECRET, baseUrl: STEWARD_BASE_URL });
  authOf.set(deps, made);
  return made;
}

/**
 * Who asks: `Authorization: Bearer cst_…` is a key, else the session cookie is a person. A key that does not count
 * never falls back to the cookie, and its answer says why (revoked, expired, unknown).
 */
export async function createContext(headers: Headers): Promise<ApiContext> {
  const deps = getDeps();
  const principalNow = () => principalOf(deps, () => getAuth(deps), headers);
  return { deps, principal: await principalNow(), principalNow };
}

const BEARER = /^Bearer\s+(\S+)$/i;

/** `auth` is made only when a cookie asks for it: an agent's upload never waits for the sign-in service. */
export async function principalOf(deps: Deps, auth: () => Auth, headers: Headers): Promise<Principal> {
  const authorization = headers.get("authorization");
  if (authorization === null) return readSession(auth, headers);
  const secret = BEARER.exec(authorization.trim())?.[1];
  if (secret) return authenticateKey(deps, secret);
  return { kind: "anonymous", reason: "Send the key as: Authorization: Bearer cst_…" };
}
