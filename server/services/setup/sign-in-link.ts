import { createHash, randomBytes } from "node:crypto";
import { fail, ok, type Result } from "../../core/result";
import { replaceLink, takeLink } from "../../db/auth/people";
import type { Deps } from "../deps";

export const SIGN_IN_LINK_HOURS = 24;
const TOKEN_BYTES = 32;
const PREFIX = "sign-in-link:";

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
  const at = deps.clock.now();
  const expiresAt = new Date(at.getTime() + SIGN_IN_LINK_HOURS * 3_600_000);
  const identifier = identifierOf(token);
  await replaceLink(deps.db, { id: deps.ids.next(), prefix: PREFIX, identifier, userId, expiresAt, at });
  return { token, expiresAt };
}

/** The address that the person opens. */
export function signInLinkUrl(baseUrl: string, token: string): string {
  const url = new URL("/sign-in/link", baseUrl);
  url.searchParams.set("token", token);
  return url.toString();
}

/** Uses the link up and says whose it was. Of two requests with the same link only one succeeds. */
export async function consumeSignInLink(
  deps: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<Result<{ userId: string }>> {
  const link = await takeLink(deps.db, identifierOf(token));
  if (!link) return fail("unauthorized", "This sign-in link was used already or is not complete. Ask for a new one.");
  if (link.expiresAt <= deps.clock.now()) {
    return fail("unauthorized", `This sign-in link is older than ${SIGN_IN_LINK_HOURS} hours. Ask for a new one.`);
  }
  return ok({ userId: link.userId });
}

function identifierOf(token: string): string {
  return PREFIX + createHash("sha256").update(token).digest("hex");
}
