import type { Principal } from "../core/access/scope";
import type { Auth } from "./auth";

const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?steward\.session=/;

/** The person behind a request's cookie. A request without one costs no query. */
export async function readSession(auth: () => Auth, headers: Headers): Promise<Principal> {
  if (!SESSION_COOKIE.test(headers.get("cookie") ?? "")) return { kind: "anonymous" };
  const found = await auth().api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return { kind: "anonymous", reason: "Your session has ended. Sign in again." };
  noteUse(auth(), found.session);
  const { id, name, email } = found.user;
  return { kind: "user", userId: id, name, email };
}

/** For "last active": at most every ten minutes a session, and never waited for. It does not prolong the session. */
const NOTE_EVERY_MS = 600_000;

function noteUse({ $context }: Auth, { token, updatedAt }: { token: string; updatedAt: Date }): void {
  const now = new Date();
  if (now.getTime() - updatedAt.getTime() < NOTE_EVERY_MS) return;
  $context.then(({ internalAdapter }) => internalAdapter.updateSession(token, { updatedAt: now })).catch(() => {}); // It may have ended meanwhile; the next request says so.
}
