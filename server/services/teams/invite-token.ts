import { createHash, randomBytes } from "node:crypto";

/** 256 bit in 43 characters of an address; only the SHA-256 is stored, so a copy of the database opens no team. */
const TOKEN_BYTES = 32;

export function newInviteToken(): { token: string; hash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, hash: hashInviteToken(token) };
}

export function hashInviteToken(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(token).digest());
}
