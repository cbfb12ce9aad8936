import { randomBytes } from "node:crypto";
import { hashSecret } from "../keys/secret";

/** 256 random bits: cannot be guessed, so a fast hash is enough to store. */
const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[0-9A-Za-z_-]{43}$/;

export function newShareToken(): { token: string; hash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, hash: hashSecret(token) };
}

/** Null for what can be no token of ours. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> | null {
  return TOKEN_SHAPE.test(token) ? hashSecret(token) : null;
}
