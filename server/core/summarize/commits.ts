import type { Entry } from "../prune/timeline";

export interface Commit {
  readonly hash: string;
  readonly subject: string;
}

/** What git prints for a commit: `[main 1a2b3c4] Subject`, `[detached HEAD 1a2b3c4] …`, `[main (root-commit) 1a2b3c4] …`. */
const COMMITTED = /^\[[^\]\n]*?\b([0-9a-f]{7,40})\] (.+)$/gm;

/** Commits that the output of a `git commit` confirms. */
export function commitsPrinted(output: string): Commit[] {
  return [...output.matchAll(COMMITTED)].map(([, hash = "", subject = ""]) => ({ hash, subject: subject.trim() }));
}

/** Commits that a command of the entry made and git confirmed. */
export function commitsOf({ event }: Entry): Commit[] {
  const isCommit =
    event.kind !== "tool_call" && event.command !== null && /\bgit\b[^|;&]*\bcommit\b/.test(event.command);
  return isCommit ? commitsPrinted(event.text) : [];
}
