import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Deps } from "../services/deps";
import { consumeSignInLink } from "../services/setup/sign-in-link";

/**
 * `POST /api/auth/sign-in/link {token}`: exchanges a one-time link for a session. There is no GET, so a mail scanner or
 * a chat preview that opens the link does not use it up.
 */
export function signInLinkPlugin(deps: Pick<Deps, "db" | "clock">) {
  return {
    id: "sign-in-link",
    endpoints: {
      signInLink: createAuthEndpoint(
        "/sign-in/link",
        { method: "POST", body: z.object({ token: z.string().min(1).max(200) }) },
        async (ctx) => {
          const consumed = await consumeSignInLink(deps, ctx.body.token);
          if (!consumed.ok)
            throw new APIError("UNAUTHORIZED", { code: "LINK_NOT_VALID", message: consumed.fault.message });
          const user = await ctx.context.internalAdapter.findUserById(consumed.value.userId);
          if (!user)
            throw new APIError("UNAUTHORIZED", { code: "LINK_NOT_VALID", message: "The person of this link is gone." });
          const session = await ctx.context.internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ ok: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
