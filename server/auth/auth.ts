import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError } from "better-auth/api";
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from "../core/access/password";
import { safeText } from "../core/redact/safe-text";
import type { Deps } from "../services/deps";
import { updatePerson } from "../services/teams/update-person";
import { ACCOUNT_TRIES, ACCOUNT_WINDOW_SECONDS, accountThrottle } from "./account-throttle";
import { passwordPlugin } from "./password-plugin";
import { signInLinkPlugin } from "./sign-in-link-plugin";

const NAME_MAX_CHARACTERS = 80;
const AGENT_MAX_CHARACTERS = 300;
const DAY_SECONDS = 86_400;
const SESSION_SECONDS = 30 * DAY_SECONDS;

export interface AuthSettings {
  /** Signs cookies; at least 32 characters. */
  readonly secret: string;
  /** The address that people use, e.g. `https://steward.example.org`. */
  readonly baseUrl: string;
  /** Tests that sign in many people turn it off. */
  readonly rateLimit?: boolean;
}

type AuthDeps = Pick<Deps, "db" | "clock" | "ids" | "log">;

/**
 * Sign-in of people (e-mail and password, or a one-time link). Agents use API keys and never come here. The rest of the
 * server asks `readSession` of `session.ts`, so that better-auth stays behind this folder.
 */
export function createAuth(deps: AuthDeps, { secret, baseUrl, rateLimit = true }: AuthSettings) {
  const https = new URL(baseUrl).protocol === "https:";
  return betterAuth({
    appName: "Context Steward",
    baseURL: baseUrl,
    basePath: "/api/auth",
    secret,
    database: prismaAdapter(deps.db.prisma, { provider: "postgresql", transaction: true }),
    user: { modelName: "authUser" },
    session: { modelName: "authSession", expiresIn: SESSION_SECONDS, updateAge: DAY_SECONDS },
    account: { modelName: "authAccount" },
    verification: { modelName: "authVerification" },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_MIN_CHARACTERS,
      maxPasswordLength: PASSWORD_MAX_CHARACTERS,
    },
    databaseHooks: {
      user: {
        create: { before: async (user) => ({ data: { ...user, name: personName(user.name) } }) },
        update: {
          before: async (user) => ({ data: { ...user, ...renamed(user.name), ...withoutPicture(user) } }),
          after: async ({ id, name, email }) => updatePerson(deps, { userId: id, name, email }),
        },
      },
      session: {
        create: { before: async (session) => ({ data: { ...session, userAgent: agentName(session.userAgent) } }) },
      },
    },
    // Counts stand in Postgres, so that several web processes share them.
    rateLimit: {
      enabled: rateLimit,
      storage: "database",
      modelName: "authRateLimit",
      customRules: {
        "/sign-in/email": { window: 60, max: 10 },
        "/sign-up/email": { window: 60, max: 10 },
        "/sign-in/link": { window: 60, max: 10 },
        "/password/reset": { window: 60, max: 10 },
        "/password/change": { window: 60, max: 10 },
        "/email/change": { window: 60, max: 10 },
        // No such path: the longest window here tells better-auth how long rows must stay (account-throttle.ts counts).
        "/account-throttle": { window: ACCOUNT_WINDOW_SECONDS, max: ACCOUNT_TRIES },
      },
    },
    trustedOrigins: loopbackTwins(baseUrl),
    advanced: {
      // Said outright, because better-auth turns both off by itself in tests.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => deps.ids.next() },
      cookiePrefix: "steward",
      // The name below carries the stronger `__Host-` prefix itself: one host, no Domain, Path=/ and Secure.
      useSecureCookies: false,
      defaultCookieAttributes: { sameSite: "lax", httpOnly: true, secure: https, path: "/" },
      cookies: { session_token: { name: https ? "__Host-steward.session" : "steward.session" } },
    },
    telemetry: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message) =>
        (level === "error" ? deps.log.error : deps.log.warn).call(deps.log, { room: "auth" }, message),
    },
    plugins: [signInLinkPlugin(deps), passwordPlugin(deps), ...(rateLimit ? [accountThrottle(deps)] : [])],
  });
}

/** What people and browsers wrote passes the one funnel here too: cleaned of what Postgres refuses, secrets redacted. */
function personName(name: string): string {
  const safe = safeText(name.replace(/\s+/g, " ").trim());
  if (safe === "") throw new APIError("BAD_REQUEST", { code: "NAME_MISSING", message: "Write your name." });
  return safe.slice(0, NAME_MAX_CHARACTERS);
}

function renamed(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name: personName(name) };
}

/** Nothing shows pictures of people, so no address of one is kept. */
function withoutPicture(user: object): { image?: null } {
  return "image" in user ? { image: null } : {};
}

function agentName(userAgent: string | null | undefined): string | null {
  return userAgent ? safeText(userAgent.slice(0, AGENT_MAX_CHARACTERS)) : null;
}

/** On one's own machine `localhost` and `127.0.0.1` are the same server, and browsers open either. */
function loopbackTwins(baseUrl: string): string[] {
  const url = new URL(baseUrl);
  const names = ["localhost", "127.0.0.1", "[::1]"];
  if (!names.includes(url.hostname)) return [];
  const port = url.port ? `:${url.port}` : "";
  return names.map((name) => `${url.protocol}//${name}${port}`);
}

export type Auth = ReturnType<typeof createAuth>;
