import type { ToolClass } from "../events/kinds";
import { isResultKind } from "../events/prepare";
import { commandTitle } from "../failures/command-title";
import type { SessionEvent } from "../prune/model";
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

/** A changed file with the entry id of the last call that changed it. */
export interface SourcedFile extends FileChange {
  readonly source: string;
}

/**
 * Files that calls of the session changed, in the order of their first change; paths inside `root` are relative. What
 * was made and removed again, or changed and put back by git, is left as it was and is no change.
 */
export function filesModified(entries: readonly Entry[], root: string | null): SourcedFile[] {
  const files = new ChangedFiles(root);
  for (const { event, partner } of entries) {
    if (event.kind !== "tool_call" || partner === null || !succeeded(partner.event)) continue;
    for (const name of takenBack(event.command ?? "")) files.takeBack(name);
    for (const path of changedPaths(event, partner.event, root)) files.change(path, event, partner.event);
  }
  return files.all();
}

function changedPaths(call: SessionEvent, result: SessionEvent, root: string | null): readonly string[] {
  if (!call.mutates || !CHANGES.has(call.toolClass)) return [];
  const paths = call.paths.length > 0 ? call.paths : shownFile(result.text);
  return call.command === null ? paths : paths.filter((path) => !isScratch(path, root));
}

class ChangedFiles {
  private readonly files = new Map<string, { edits: number; writes: number; isNew: boolean; source: string }>();

  constructor(private readonly root: string | null) {}

  change(path: string, call: SessionEvent, result: SessionEvent): void {
    const name = relativePath(path, this.root);
    const file = this.files.get(name) ?? { edits: 0, writes: 0, isNew: isCreation(result.text), source: call.ref };
    this.files.set(name, file);
    file.source = call.ref;
    if (call.toolClass === "write") file.writes++;
    else file.edits++;
  }

  takeBack({ path, isRemoval }: TakenBack): void {
    const name = relativePath(path, this.root);
    for (const [known, { isNew }] of this.files) {
      const isSame = known === name || known.endsWith(`/${name.replace(/^\.\//, "")}`);
      if (isSame && isNew === isRemoval) this.files.delete(known);
    }
  }

  all(): SourcedFile[] {
    return [...this.files].map(([path, file]) => ({ path, ...file }));
  }
}

interface TakenBack {
  readonly path: string;
  /** Removed; else put back to what git has. */
  readonly isRemoval: boolean;
}

const REMOVAL = /^\s*(?:git\s+)?rm\s+(?:-\w+\s+)*([^|<>]+)$/;
const RESTORED = /^\s*git\s+(?:checkout|restore)\s+(?:\S+\s+)?--\s+([^|<>]+)$|^\s*git\s+restore\s+([^-|<>][^|<>]*)$/;

/** Files that a command removes or puts back by name; patterns and variables name none. */
function takenBack(command: string): TakenBack[] {
  return command.split(/&&|\|\||;|\n/).flatMap((part) => {
    const plain = part.replace(/\s*2>(?:&1|\/dev\/null)\s*$/, "").trim();
    const removed = REMOVAL.exec(plain)?.[1];
    const restored = RESTORED.exec(plain);
    const named = removed ?? restored?.[1] ?? restored?.[2] ?? "";
    return named
      .split(/\s+/)
      .map((name) => name.replace(/^["']|["']$/g, ""))
      .filter((name) => name !== "" && name !== "." && !/^-|[*?$`]/.test(name))
      .map((path) => ({ path, isRemoval: removed !== undefined }));
  });
}

/** Editors that work on the file that is open show it: `[File: /repo/a.py (12 lines total)]`. */
function shownFile(result: string): string[] {
  const path = /^\[File: (.+?) \(\d+ lines total\)\]/m.exec(result)?.[1];
  return path === undefined ? [] : [path];
}

/** What a shell command put into a folder for temporary files, outside of the checkout: no part of the work. */
function isScratch(path: string, root: string | null): boolean {
  const isTemporary = /^(?:\/private)?(?:\/tmp\/|\/var\/(?:tmp|folders)\/)/.test(path);
  return isTemporary && (root === null || !path.startsWith(`${root}/`));
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
  const made = commitsMade(entries);
  const branch = told || (made.findLast((commit) => commit.branch !== null)?.branch ?? null);
  const commits = made.map((commit) => ({
    hash: commit.hash,
    message: commit.message,
    ...(commit.branch === null || commit.branch === branch ? {} : { branch: commit.branch }),
  }));
  return { commits, branch };
}

interface MadeCommit extends Pick<Commit, "hash" | "message"> {
  readonly branch: string | null;
  /** Entry id of the call that made it. */
  readonly source: string;
}

export function commitsMade(entries: readonly Entry[]): MadeCommit[] {
  return entries.flatMap(({ event, partner }) => {
    if (event.kind !== "tool_call" || event.command === null || !isCommit(event.command)) return [];
    if (partner === null || !succeeded(partner.event)) return [];
    return commitsOfCall(event.command, partner.event.text).map((commit) => ({ ...commit, source: event.ref }));
  });
}

/** What git printed, else the message that the command gave. */
function commitsOfCall(command: string, output: string): Omit<MadeCommit, "source">[] {
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
