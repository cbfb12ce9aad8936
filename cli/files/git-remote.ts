import { normalizeGitRemote } from "@/server/core/events/project-source";

/**
 * A remote as the server may hear of it: without who signs in. Null for one that leads to no project, such as a path of
 * this machine, which a clone of a folder has.
 */
export function tellableRemote(remote: string | null): string | null {
  if (remote === null || normalizeGitRemote(remote) === null) return null;
  return remote.replace(/^(https?:\/\/)[^/@]*@/i, "$1");
}
