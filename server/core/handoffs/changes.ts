import type { ToolClass } from "../events/kinds";
import { isResultKind } from "../events/prepare";
import { commandTitle } from "../failures/command-title";
import { failed, succeeded } from "../prune/outcome";
import { questionOf } from "../prune/question";
import type { Entry } from "../prune/timeline";
import type { HandoffNote } from "./note";
import { oneLine } from "./todos";

type FileChange = HandoffNote["filesModified"][number];
type Check = HandoffNote["checks"][number];
type Commit = HandoffNote["commits"][number];

/** File tools, and commands whose one purpose is to change files (a patch in a shell). */
const CHANGES: ReadonlySet<ToolClass | null> = new Set(["edit", "write"]);

/** Files that calls of the session changed, in the order of their first change; paths inside `root` are relative. */
export function filesModified(entries: readonly Entry[], root: string | null): FileChange[] {
  const files = new Map<string, { edits: number; writes: number; isNew: boolean }>();
  for (const { event, partner } of entries) {
    if (event.kind !== "tool_call" || !event.mutates || !CHANGES.has(event.toolClass)) continue;
    if (partner === null || !succeeded(partner.event)) continue;
    for (const path of event.paths) {
      const name = relativePath(path, root);
      const known = files.get(name);
      const file = known ?? { edits: 0, writes: 0, isNew: isCreation(partner.event.text) };
      files.set(name, file);
      if (event.toolClass === "write") file.writes++;
      else file.edits++;
    }
  }
  return [...files].map(([path, file]) => ({ path, ...file }));
}

function isCreation(result: string): boolean {
  return /^(?:File created|Successfully created|Created|Wrote new|new file)|created (?:successfully|and wrote)|^A\s/im.test(
    result.slice(0, 400),
  );
}

export function relativePath(path: string, root: string | null): string {
  const folder = root === null ? "" : `${root.replace(/[\\/]+$/, "")}/`;
  return folder.length > 1 && path.startsWith(folder) ? path.slice(folder.length) : path;
}

const MAX_COMMAND_CHARACTERS = 120;

/** The latest run of each class of check. A run whose exit code a filter hides tells nothing. */
export function lastChecks(entries: readonly Entry[]): Check[] {
  const last = new Map<string, Check>();
  for (const entry of entries) {
    const { event } = entry;
    if (!isResultKind(event.kind) || event.command === null) continue;
    const question = questionOf(entry);
    if (question?.check == null) continue;
    const passed = succeeded(event) && !question.exitHidden;
    if (!passed && !failed(event)) continue;
    last.delete(question.check);
    last.set(question.check, {
      check: question.check,
      command: commandTitle(event.command, MAX_COMMAND_CHARACTERS),
      passed,
      eventRef: event.ref,
    });
  }
  return [...last.values()];
}

/** True when a file changed behind the last check, so that its result may no longer hold. */
export function changedAfterChecks(entries: readonly Entry[]): boolean {
  const check = entries.findLast(
    (entry) => isResultKind(entry.event.kind) && questionOf(entry)?.check != null && entry.event.command !== null,
  );
  const change = entries.findLast(
    ({ event }) => isResultKind(event.kind) && CHANGES.has(event.toolClass) && event.mutates && succeeded(event),
  );
  return change !== undefined && (check === undefined || change.order > check.order);
}

/** `[branch abc1234] message`: what git prints for a commit. */
const COMMITTED = /^\[([^\s\]]+)(?: \([^)]*\))? ([0-9a-f]{7,40})\] (.+)$/gm;
const MESSAGE = /(?:^|\s)(?:-[a-zA-Z]*m|--message)[\s=]+(?:"\$\(cat <<\s*'?"?\w+'?"?\s*\n([^\n]+)|(["'])([\s\S]*?)\2)/;

/**
 * Commits that the session made, and its branch: the one that the client told, else the one that git named last. A
 * commit names its own branch when that is another.
 */
export function commitsOf(
  entries: readonly Entry[],
  told: string | null,
): { commits: Commit[]; branch: string | null } {
  const made = entries.flatMap(({ event, partner }) => {
    if (event.kind !== "tool_call" || event.command === null || !isCommit(event.command)) return [];
    return partner !== null && succeeded(partner.event) ? commitsOfCall(event.command, partner.event.text) : [];
  });
  const branch = told || (made.findLast((commit) => commit.branch !== null)?.branch ?? null);
  const commits = made.map((commit) => ({
    hash: commit.hash,
    message: commit.message,
    ...(commit.branch === null || commit.branch === branch ? {} : { branch: commit.branch }),
  }));
  return { commits, branch };
}

/** What git printed, else the message that the command gave. */
function commitsOfCall(
  command: string,
  output: string,
): (Pick<Commit, "hash" | "message"> & { readonly branch: string | null })[] {
  const printed = [...output.matchAll(COMMITTED)].map(([, branch = "", hash = "", message = ""]) => ({
    branch: branch === "detached" ? null : branch,
    hash,
    message: oneLine(message),
  }));
  if (printed.length > 0) return printed;
  const told = MESSAGE.exec(command);
  const message = oneLine((told?.[1] ?? told?.[3] ?? "").split("\n", 1)[0] ?? "");
  return message === "" ? [] : [{ branch: null, hash: null, message }];
}

/** Options of git itself may stand before the subcommand: `git -C folder commit`. */
const GIT_COMMIT = /\bgit(?:\s+-[cC]\s+\S+|\s+--?[\w-]+(?:=\S+)?)*\s+commit\b/;

function isCommit(command: string): boolean {
  return GIT_COMMIT.test(command) && !command.includes("--dry-run");
}
