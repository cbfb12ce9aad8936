import { createHash, randomBytes } from "node:crypto";

/** `cst_<8 characters that people may see>_<43 characters, 256 bit>`; the redaction rules know this shape. */
const KEY_SHAPE = /^cst_[0-9A-Za-z]{8}_[0-9A-Za-z_-]{43}$/;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX_CHARACTERS = 8;
const SECRET_BYTES = 32;

export interface NewSecret {
  /** Shown once and never stored. */
  readonly secret: string;
  /** Shown in lists: `cst_Ab3dE6gH`. */
  readonly prefix: string;
  readonly hash: Uint8Array<ArrayBuffer>;
}

export function newSecret(): NewSecret {
  const name = Array.from(randomBytes(PREFIX_CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  const prefix = `cst_${name}`;
  const secret = `${prefix}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { secret, prefix, hash: hashSecret(secret) };
}

/** A fast hash is right here: 256 random bits cannot be guessed, so there is nothing to slow down. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}

export function hasKeyShape(text: string): boolean {
  return KEY_SHAPE.test(text);
}
