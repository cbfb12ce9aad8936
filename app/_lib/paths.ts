/** `proxy.ts` puts the path and query of the request here, since layouts are not told it. */
export const PATH_HEADER = "x-steward-path";

/** Sign-in, and back to where the person wanted to go. */
export function signInPath(returnTo: string | null): string {
  const safe = safeReturnPath(returnTo);
  return safe === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(safe)}`;
}

/**
 * Only a path of this site: `//host`, `/\host` and whole addresses would lead a person who just signed in to
 * somebody else's page.
 */
export function safeReturnPath(path: string | null | undefined): string {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\s\\]/.test(path)) return "/";
  return path.startsWith("/sign-") ? "/" : path;
}
