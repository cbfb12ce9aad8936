import { isObject, type JsonObject, listAt, stringAt } from "@/server/core/transcripts/json";
import { askServer, Refused } from "./ask-server";
import type { HookConnection } from "./connection";
import type { Place } from "./place";
import { quickHints } from "./quick-hints";

/**
 * The project of a folder that no upload told of yet: by its `.steward.json`, by what the server knows of its remote and
 * root, by the login. Null where none of them leads to a project that the key reaches. It decides as
 * cli/projects/find-project.ts does, without loading the program: that alone takes as long as a start may.
 * @throws NoAnswer when the server is away; Refused for a key that does not count; CliFault for a damaged file.
 */
export async function findPlace(connection: HookConnection, cwd: string, deadlineMs: number): Promise<Place | null> {
  const hints = quickHints(cwd);
  const [key, known] = await Promise.all([
    askServer(connection, "keys.whoami", {}, deadlineMs),
    hints.projectSlug === undefined ? projectBy(connection, hints, deadlineMs) : null,
  ]);
  const team = isObject(key) ? stringAt(key, "team") : undefined;
  if (!isObject(key) || team === undefined) return null;
  const reached = slugsOf(key);
  const [only, ...others] = reached;
  const project = hints.projectSlug ?? known ?? connection.project ?? (others.length === 0 ? only : undefined);
  return project !== undefined && reached.includes(project) ? { team, project } : null;
}

function slugsOf(key: JsonObject): string[] {
  return listAt(key, "projects").flatMap((one) => (isObject(one) ? (stringAt(one, "slug") ?? []) : []));
}

/** The header of a session is how the server is asked for a project; no session comes of it. */
async function projectBy(connection: HookConnection, hints: object, deadlineMs: number): Promise<string | null> {
  const session = { client: "other", id: "steward", ...hints };
  try {
    const found = await askServer(connection, "ingest.project", { session }, deadlineMs);
    return isObject(found) ? (stringAt(found, "project") ?? null) : null;
  } catch (error) {
    if (error instanceof Refused) return null; // it knows none, or the key does not upload
    throw error;
  }
}
