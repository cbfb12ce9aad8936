import type { Principal } from "../core/access/scope";
import type { Auth } from "./auth";

const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?steward\.session=/;

/** The person behind a request's cookie. A request without one costs no query. */
export async function readSession(auth: () => Auth, headers: Headers): Promise<Principal> {
  if (!SESSION_COOKIE.test(headers.get("cookie") ?? "")) return { kind: "anonymous" };
  const found = await auth().api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return { kind: "anonymous", reason: "Your session has ended. Sign in again." };
  const { id, name, email } = found.user;
  return { kind: "user", userId: id, name, email };
}
