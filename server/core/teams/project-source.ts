import { normalizeGitRemote, normalizeRoot } from "../events/project-source";

/**
 * How a session finds its project. What people write in settings and what clients report pass the same normal form, so
 * that the many spellings of one remote meet in one value.
 */
export const SOURCE_KINDS = ["git_remote", "root"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

const ABSOLUTE = /^(?:\/|[a-z]:\/)./i;
/** `github.com/acme/api`: what the list shows, and what people copy from a browser without its scheme. */
const PLAIN_REMOTE = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[^\s?#]+$/i;

/** The stored spelling, or null when the text is no remote or no absolute folder. Its own result stays what it is. */
export function normalizeSource(kind: SourceKind, value: string): string | null {
  const text = value.trim();
  if (kind === "git_remote") return normalizeGitRemote(PLAIN_REMOTE.test(text) ? `https://${text}` : text);
  const root = normalizeRoot(text);
  return ABSOLUTE.test(root) ? root : null;
}
