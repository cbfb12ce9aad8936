import { createHash, randomBytes } from "node:crypto";
import { fail, ok, type Result } from "../core/result";
import type { Deps } from "../services/deps";

export const SIGN_IN_LINK_HOURS = 24;
const TOKEN_BYTES = 32;

/**
 * Makes a link that signs one person in, once, within 24 hours. Only its SHA-256 is stored, so a copy of the database
 * opens nothing. Earlier links of the same person stop working.
 * @returns the token for `/sign-in/link?token=…`; it cannot be read again.
 */
export async function createSignInLink(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  userId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + SIGN_IN_LINK_HOURS * 3_600_000);
  await deps.db.prisma.$transaction([
    deps.db.prisma.authVerification.deleteMany({ where: { value: userId, identifier: { startsWith: PREFIX } } }),
    deps.db.prisma.authVerification.create({
      data: {
        id: deps.ids.next(),
        identifier: identifierOf(token),
        value: userId,
        expiresAt,
        createdAt: now,
        updatedAt: now,
      },
      select: { id: true },
    }),
  ]);
  return { token, expiresAt };
}

/** The address that the person opens. */
export function signInLinkUrl(baseUrl: string, token: string): string {
  const url = new URL("/sign-in/link", baseUrl);
  url.searchParams.set("token", token);
  return url.toString();
}

/** Takes the link away and says whose it was. Of two requests with the same link only one succeeds. */
export async function consumeSignInLink(
  deps: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<Result<{ userId: string }>> {
  // One DELETE decides the race: the row can be taken away only once.
  const { rows } = await deps.db.pool.query<{ value: string; expires_at: Date }>(
    "DELETE FROM auth_verification WHERE identifier = $1 RETURNING value, expires_at",
    [identifierOf(token)],
  );
  const row = rows[0];
  if (!row) return fail("unauthorized", "This sign-in link was used already or is not complete. Ask for a new one.");
  if (row.expires_at <= deps.clock.now()) {
    return fail("unauthorized", `This sign-in link is older than ${SIGN_IN_LINK_HOURS} hours. Ask for a new one.`);
  }
  return ok({ userId: row.value });
}

const PREFIX = "sign-in-link:";

function identifierOf(token: string): string {
  return PREFIX + createHash("sha256").update(token).digest("hex");
}
