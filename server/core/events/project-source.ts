/**
 * How a session finds its project. The same repository is written in many ways; one normal form makes them equal.
 */

/** `github.com/acme/app` for every way to write that remote; null when there is no host and path in it. */
export function normalizeGitRemote(remote: string): string | null {
  const text = remote.trim();
  const parts = urlParts(text) ?? scpParts(text);
  if (!parts) return null;
  const path = parts.path
    .split("/")
    .filter((part) => part !== "")
    .join("/")
    .replace(/\.git$/i, "");
  if (path === "") return null;
  // Hosts of code ignore letter case in both parts, and clones differ in it.
  return `${parts.host}/${path}`.toLowerCase();
}

/** `https://user:token@host:port/path`, `ssh://git@host/path`, `git+ssh://…`; who signs in is left out. */
function urlParts(text: string): { host: string; path: string } | null {
  const match = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:?#]+)(?::\d+)?\/([^?#]*)/i.exec(text);
  return match?.[1] && match[2] !== undefined ? { host: match[1], path: match[2] } : null;
}

/** `git@host:path`, as scp writes it; a drive letter is no host. */
function scpParts(text: string): { host: string; path: string } | null {
  const match = /^(?:[^\s/@]+@)?([^\s/:]{2,}):(?!\/\/)([^?#\s]+)$/.exec(text);
  return match?.[1] && match[2] ? { host: match[1], path: match[2] } : null;
}

/** A folder with forward slashes, no slash at its end, and a small drive letter. */
export function normalizeRoot(root: string): string {
  const slashed = root.trim().replaceAll("\\", "/").replace(/\/+$/, "");
  return slashed.replace(/^[A-Z]:/, (drive) => drive.toLowerCase()) || "/";
}
