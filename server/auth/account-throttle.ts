import { createHash } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { z } from "zod";
import { clearAccountTries, countAccountTry } from "../db/auth/account-tries";
import type { Deps } from "../services/deps";

/** Tries at one account from anywhere. The limit by address alone does not stop a guesser who has many addresses. */
export const ACCOUNT_TRIES = 30;
export const ACCOUNT_WINDOW_SECONDS = 900;

const SIGN_IN_PATH = "/sign-in/email";
const SignInBody = z.object({ email: z.string() });

/** Counts sign-in tries of an account in Postgres, before the password is looked at; a success sets it back to none. */
export function accountThrottle(deps: Pick<Deps, "db" | "clock" | "ids">) {
  return {
    id: "account-throttle",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === SIGN_IN_PATH,
          handler: createAuthMiddleware(async ({ body }) => {
            const key = keyOf(body);
            if (!key) return;
            const nowMs = deps.clock.now().getTime();
            const row = { id: deps.ids.next(), key, nowMs, windowMs: ACCOUNT_WINDOW_SECONDS * 1000 };
            const { tries, startedAtMs } = await countAccountTry(deps.db, row);
            if (tries <= ACCOUNT_TRIES) return;
            const waitSeconds = Math.ceil((startedAtMs - nowMs) / 1000) + ACCOUNT_WINDOW_SECONDS;
            throw new APIError(
              "TOO_MANY_REQUESTS",
              { code: "TOO_MANY_TRIES", message: "Too many tries at this account." },
              { "x-retry-after": String(Math.max(1, waitSeconds)) },
            );
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === SIGN_IN_PATH,
          handler: createAuthMiddleware(async ({ body, context }) => {
            const key = keyOf(body);
            if (key && context.newSession) await clearAccountTries(deps.db, key);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** A hash, since people also type passwords and other people's addresses into this field. */
function keyOf(body: unknown): string | null {
  const parsed = SignInBody.safeParse(body);
  if (!parsed.success) return null;
  return `account:${createHash("sha256").update(parsed.data.email.trim().toLowerCase()).digest("hex")}`;
}
