import { describeCall } from "../../core/events/describe-call";
import { CLIENTS } from "../../core/events/kinds";
import { pathsNamedIn } from "../../core/files/named-paths";
import type { ProjectPaths } from "../../core/files/project-paths";
import type { ActiveFile } from "../../core/files/rank-files";
import type { TenantSql } from "../../db/client";
import {
  type EditCall,
  readChangedPaths,
  readEditCalls,
  readLastPrompts,
  type SessionPlace,
} from "../../db/files/session-work";

const MAX_EDIT_CALLS = 80;
/** Prompts that name what is current, as the protection of current files has it. */
const NAMING_PROMPTS = 2;
const MAX_PROMPT_CHARACTERS = 4_000;
/** Of a session that edits nothing just now, this many of its last files stand for its work. */
const MAX_EARLIER_FILES = 10;

export interface SessionWork {
  readonly active: readonly ActiveFile[];
  /** Edited, but not in the index: new files, or another project's. */
  readonly unknown: readonly string[];
  /** What the last prompts say, for the relevance of files. */
  readonly task: string;
}

const FAILED = new Set(["error", "refused", "collateral", "aborted"]);

/** Current files of a session: edited within `turns` model requests, in its reported diff, or named by its prompts. */
export async function readSessionWork(
  sql: TenantSql,
  teamId: string,
  session: SessionPlace,
  project: { readonly paths: ProjectPaths; readonly known: ReadonlySet<string> },
  turns: number,
): Promise<SessionWork> {
  const key = { teamId, sessionId: session.id };
  const calls = (await readEditCalls(sql, key, MAX_EDIT_CALLS)).filter(({ outcome }) => !FAILED.has(outcome ?? ""));
  const changed = await readChangedPaths(sql, key);
  const prompts = await readLastPrompts(sql, key, NAMING_PROMPTS, MAX_PROMPT_CHARACTERS);
  const work = new Work(project.paths, session);
  for (const call of calls) if (call.turnsAgo < turns) work.edited(call, `It was edited in the last ${turns} turns.`);
  for (const path of changed) work.add(path, "It is in the git diff that the client reported.");
  for (const path of pathsNamedIn(prompts.join("\n"), project.known)) work.add(path, "The last prompts name it.");
  if (work.isEmpty) {
    for (const call of calls) if (work.size < MAX_EARLIER_FILES) work.edited(call, "The session edited it earlier.");
  }
  return { active: work.active, unknown: work.unknown, task: prompts.join("\n") };
}

class Work {
  private readonly found = new Map<string, string>();
  private readonly strange = new Set<string>();

  constructor(
    private readonly paths: ProjectPaths,
    private readonly session: SessionPlace,
  ) {}

  edited(call: EditCall, why: string): void {
    const client = CLIENTS.find((known) => known === this.session.client) ?? "other";
    const { paths } = describeCall(client, call.tool, call.text, this.session.cwd);
    for (const path of paths.length > 0 ? paths : [call.target ?? ""]) this.add(path, why);
  }

  add(path: string, why: string): void {
    if (path === "") return;
    const known = this.paths.find(path, this.session.cwd);
    if (known === null) this.strange.add(path);
    else if (!this.found.has(known)) this.found.set(known, why);
  }

  get isEmpty(): boolean {
    return this.found.size === 0;
  }

  get size(): number {
    return this.found.size;
  }

  get active(): ActiveFile[] {
    return [...this.found].map(([path, why]) => ({ path, why }));
  }

  get unknown(): string[] {
    return [...this.strange].slice(0, 50);
  }
}
