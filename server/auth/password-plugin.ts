import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from "../core/access/password";
import type { Deps } from "../services/deps";
import { consumeResetLink } from "../services/setup/reset-link";

/**
 * `POST /api/auth/password/reset {token, newPassword}`: a new password by a one-time link.
 * `POST /api/auth/password/change {currentPassword?, newPassword}`: by who is signed in; somebody who only ever came in
 * by a link has no current one and sets their first. Both end all sessions of the person and begin a fresh one here.
 * `POST /api/auth/email/change {email, currentPassword}`: another address to sign in with.
 */
export function passwordPlugin(deps: Pick<Deps, "db" | "clock">) {
  return {
    id: "password",
    endpoints: {
      resetByLink: createAuthEndpoint(
        "/password/reset",
        { method: "POST", body: z.object({ token: z.string().min(1).max(200), newPassword: z.string() }) },
        async (ctx) => {
          const { token, newPassword } = ctx.body;
          // Before the link is used up: a password that is too short must not cost the link.
          checkLength(newPassword);
          const consumed = await consumeResetLink(deps, token);
          if (!consumed.ok) {
            throw new APIError("UNAUTHORIZED", { code: "LINK_NOT_VALID", message: consumed.fault.message });
          }
          await setPassword(ctx, consumed.value.userId, newPassword);
          await beginAfresh(ctx, consumed.value.userId);
          return ctx.json({ ok: true });
        },
      ),
      changeOwnPassword: createAuthEndpoint(
        "/password/change",
        {
          method: "POST",
          body: z.object({ currentPassword: z.string().max(1_000).optional(), newPassword: z.string() }),
          use: [sensitiveSessionMiddleware],
        },
        async (ctx) => {
          const { id } = ctx.context.session.user;
          checkLength(ctx.body.newPassword);
          await checkCurrent(ctx, id, ctx.body.currentPassword ?? "");
          await setPassword(ctx, id, ctx.body.newPassword);
          await beginAfresh(ctx, id);
          return ctx.json({ ok: true });
        },
      ),
      changeOwnEmail: createAuthEndpoint(
        "/email/change",
        {
          method: "POST",
          body: z.object({ email: z.email(), currentPassword: z.string().max(1_000) }),
          use: [sensitiveSessionMiddleware],
        },
        async (ctx) => {
          const { session, user } = ctx.context.session;
          const email = ctx.body.email.trim().toLowerCase();
          await requirePassword(ctx, user.id);
          await checkCurrent(ctx, user.id, ctx.body.currentPassword);
          const { internalAdapter } = ctx.context;
          const other = await internalAdapter.findUserByEmail(email);
          if (other && other.user.id !== user.id) {
            throw new APIError("UNPROCESSABLE_ENTITY", { code: "EMAIL_TAKEN", message: "The address has an account." });
          }
          const changed = await internalAdapter.updateUser(user.id, { email });
          await setSessionCookie(ctx, { session, user: changed });
          return ctx.json({ ok: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function checkLength(password: string): void {
  if (password.length < PASSWORD_MIN_CHARACTERS) {
    throw new APIError("BAD_REQUEST", { code: "PASSWORD_TOO_SHORT", message: "The password is too short." });
  }
  if (password.length > PASSWORD_MAX_CHARACTERS) {
    throw new APIError("BAD_REQUEST", { code: "PASSWORD_TOO_LONG", message: "The password is too long." });
  }
}

/** Whoever only comes in by links is found by their address when they need the next one, so it stays until then. */
async function requirePassword({ context }: GenericEndpointContext, userId: string): Promise<void> {
  if ((await context.internalAdapter.findCredentialAccount(userId))?.password) return;
  throw new APIError("BAD_REQUEST", { code: "PASSWORD_MISSING", message: "Set a password first." });
}

async function checkCurrent({ context }: GenericEndpointContext, userId: string, password: string): Promise<void> {
  const account = await context.internalAdapter.findCredentialAccount(userId);
  if (!account?.password) return;
  if (await context.password.verify({ hash: account.password, password })) return;
  throw new APIError("BAD_REQUEST", { code: "INVALID_PASSWORD", message: "The current password is wrong." });
}

async function setPassword({ context }: GenericEndpointContext, userId: string, newPassword: string): Promise<void> {
  const password = await context.password.hash(newPassword);
  const account = await context.internalAdapter.findCredentialAccount(userId);
  if (account) await context.internalAdapter.updateAccount(account.id, { password });
  else await context.internalAdapter.linkAccount({ userId, providerId: "credential", accountId: userId, password });
}

async function beginAfresh(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const { internalAdapter } = ctx.context;
  const user = await internalAdapter.findUserById(userId);
  if (!user)
    throw new APIError("UNAUTHORIZED", { code: "LINK_NOT_VALID", message: "The person of this link is gone." });
  await internalAdapter.deleteUserSessions(userId);
  const session = await internalAdapter.createSession(userId);
  await setSessionCookie(ctx, { session, user });
}
