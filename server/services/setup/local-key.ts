import type { TeamScope } from "../../core/access/scope";
import { findKeyByHash } from "../../db/keys/lookup";
import type { Deps } from "../deps";
import { createKey } from "../keys/create-key";
import { hashSecret } from "../keys/secret";
import { keyFilePath, readKeyFile, withServer, writeKeyFile } from "./key-file";

const KEY_NAME = "This machine";

/**
 * A key for the `steward` command of the person who runs the server, so that `steward import` works at once. One that
 * this database knows is kept, also when it was revoked: somebody wanted it so. One of another database is replaced.
 */
export async function ensureLocalKey(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: TeamScope,
  options: { baseUrl: string; configHome: string; project: string },
): Promise<{ keyFile: string | null; notes: string[] }> {
  const keyFile = keyFilePath(options.configHome);
  const url = new URL(options.baseUrl).origin;
  const settings = await readKeyFile(keyFile);
  if (!settings.ok) return { keyFile: null, notes: [`No local key was written: ${settings.fault.message}`] };

  const present = settings.value.servers[url];
  if (present && (await findKeyByHash(deps.db.pool, hashSecret(present.key)))) return { keyFile, notes: [] };

  const key = await createKey(deps, scope, {
    name: KEY_NAME,
    scopes: ["ingest", "read", "context", "record"],
    projects: "all",
    expiresInDays: null,
  });
  if (!key.ok) return { keyFile: null, notes: [`No local key was written: ${key.fault.message}`] };
  const entry = { key: key.value.secret, team: scope.teamSlug, project: options.project };
  const changed = withServer(settings.value, url, entry);
  await writeKeyFile(keyFile, changed);
  const notes =
    changed.default === url ? [] : [`\`steward\` goes to ${changed.default}; add --server ${url} to use this server.`];
  return { keyFile, notes };
}
