import { createHash, randomBytes } from "node:crypto";
import { fail, ok, type Result } from "../../core/result";
import { findLink, type LinkRow, replaceLink, takeLink } from "../../db/auth/people";
import type { Deps } from "../deps";

/** A kind of link that works once, for one person. */
export interface LinkKind {
  /** Before the hash in the store, so that a link of one kind never opens another. */
  readonly prefix: string;
  /** As sentences name it: `sign-in link`. */
  readonly word: string;
  readonly hours: number;
  /** What to do when it does not work any more. */
  readonly remedy: string;
}

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;

/**
 * Makes a link of 256 bit. Only its SHA-256 is stored, so a copy of the database opens nothing. Earlier links of the
 * same kind and person stop working.
 * @returns the token; it cannot be read again.
 */
export async function createOneTimeLink(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  kind: LinkKind,
  userId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const at = deps.clock.now();
  const expiresAt = new Date(at.getTime() + kind.hours * HOUR_MS);
  const { prefix } = kind;
  const identifier = identifierOf(kind, token);
  await replaceLink(deps.db, { id: deps.ids.next(), prefix, identifier, userId, expiresAt, at });
  return { token, expiresAt };
}

/** Uses the link up and says whose it was. Of two requests with the same link only one succeeds. */
export async function consumeOneTimeLink(
  deps: Pick<Deps, "db" | "clock">,
  kind: LinkKind,
  token: string,
): Promise<Result<{ userId: string }>> {
  const link = await takeLink(deps.db, identifierOf(kind, token));
  return judge(deps, kind, link);
}

/** Whether the link would work now; it still does afterwards. */
export async function lookAtOneTimeLink(
  deps: Pick<Deps, "db" | "clock">,
  kind: LinkKind,
  token: string,
): Promise<Result<{ userId: string }>> {
  return judge(deps, kind, await findLink(deps.db, identifierOf(kind, token)));
}

function judge(deps: Pick<Deps, "clock">, kind: LinkKind, link: LinkRow | null): Result<{ userId: string }> {
  const { word, hours, remedy } = kind;
  if (!link) return fail("unauthorized", `This ${word} was used already or is not complete. ${remedy}`);
  if (link.expiresAt <= deps.clock.now()) {
    const age = hours === 1 ? "an hour" : `${hours} hours`;
    return fail("unauthorized", `This ${word} is older than ${age}. ${remedy}`);
  }
  return ok({ userId: link.userId });
}

function identifierOf({ prefix }: LinkKind, token: string): string {
  return prefix + createHash("sha256").update(token).digest("hex");
}
