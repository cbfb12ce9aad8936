import { KEY_SCOPES, type KeyScope } from "../../core/access/rights";
import type { Principal } from "../../core/access/scope";
import type { Database } from "../../db/client";
import { findKeyByHash, type KeyRow, touchKey } from "../../db/keys/lookup";
import type { Deps } from "../deps";
import { hashSecret, hasKeyShape } from "./secret";

/** How long a look-up may be reused: a key that was revoked in another process stops within this time here. */
const REUSE_MS = 5_000;
const TOUCH_EVERY_MS = 60_000;
const MAX_REMEMBERED_KEYS = 10_000;

type KeyDeps = Pick<Deps, "db" | "clock" | "log">;

interface Memory {
  /** By hash; never by the secret itself, so that a dump of the memory opens nothing. */
  readonly rows: Map<string, { row: KeyRow | null; readAtMs: number }>;
  readonly touchedAtMs: Map<string, number>;
}
const memoryOf = new WeakMap<Database, Memory>();

/**
 * The principal of `Authorization: Bearer <secret>`, or `anonymous` with the sentence that tells the key's owner what
 * is wrong. Look-ups are remembered for seconds, so that a busy agent's uploads do not each pay two queries.
 */
export async function authenticateKey(deps: KeyDeps, secret: string): Promise<Principal> {
  if (!hasKeyShape(secret)) {
    return refused("This is not a whole API key. A key has 56 characters and begins with cst_: copy it again.");
  }
  const row = await readKey(deps, secret);
  if (!row) return refused("This API key is not known here. Check it, or create one under Settings, API keys.");
  const principal = judge(row, deps.clock.now());
  if (principal.kind === "key") noteUse(deps, row);
  return principal;
}

/** Makes a change of a key count at once in this process. */
export function forgetKeys(db: Database): void {
  memoryOf.get(db)?.rows.clear();
}

function memory(db: Database): Memory {
  const known = memoryOf.get(db);
  if (known) return known;
  const fresh: Memory = { rows: new Map(), touchedAtMs: new Map() };
  memoryOf.set(db, fresh);
  return fresh;
}

async function readKey({ db, clock }: KeyDeps, secret: string): Promise<KeyRow | null> {
  const { rows } = memory(db);
  const hash = hashSecret(secret);
  const name = Buffer.from(hash).toString("base64url");
  const nowMs = clock.now().getTime();
  const known = rows.get(name);
  if (known && nowMs - known.readAtMs < REUSE_MS) return known.row;
  const row = await findKeyByHash(db.pool, hash);
  makeRoom(rows);
  rows.set(name, { row, readAtMs: nowMs });
  return row;
}

/** At most once a minute a key, and never waited for: an upload does not pay for a date in a list. */
function noteUse({ db, clock, log }: KeyDeps, { teamId, keyId }: KeyRow): void {
  const { touchedAtMs } = memory(db);
  const now = clock.now();
  if (now.getTime() - (touchedAtMs.get(keyId) ?? Number.NEGATIVE_INFINITY) < TOUCH_EVERY_MS) return;
  makeRoom(touchedAtMs);
  touchedAtMs.set(keyId, now.getTime());
  touchKey(db.pool, teamId, keyId, now).catch((error: unknown) =>
    log.warn({ keyId, error: String(error) }, "the last use of a key was not written"),
  );
}

function judge(row: KeyRow, now: Date): Principal {
  const { teamId, keyId, memberId, projectIds, prefix, revokedAt, expiresAt } = row;
  if (revokedAt) return refused(`The key ${prefix}… was revoked on ${dayOf(revokedAt)}. ${REMEDY}`);
  if (expiresAt && expiresAt <= now) return refused(`The key ${prefix}… expired on ${dayOf(expiresAt)}. ${REMEDY}`);
  return { kind: "key", teamId, keyId, memberId, projectIds, scopes: row.scopes.filter(isKeyScope) };
}

const REMEDY = "Create a new one under Settings, API keys.";

function refused(reason: string): Principal {
  return { kind: "anonymous", reason };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** A scope that this version does not know (written by a newer one) gives nothing. */
function isKeyScope(scope: string): scope is KeyScope {
  return KEY_SCOPES.some((known) => known === scope);
}

function makeRoom(map: Map<string, unknown>): void {
  if (map.size >= MAX_REMEMBERED_KEYS) map.clear();
}
