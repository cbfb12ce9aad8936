import type { AgentCall } from "@/server/core/transcripts/options";

/** Prompts are long; of more than this the first count, and the others' threads keep their file's own name. */
const MAX_KEPT = 5_000;

/**
 * Calls that started agents, by session. A sub-agent's file may not say which call began it; the same prompt in its
 * parent's file does. Parents are read first.
 */
export class AgentCallBook {
  private readonly bySession = new Map<string, Map<string, AgentCall>>();
  private kept = 0;

  /** What the file of a session, or of a sub-agent that started others, told. */
  note(file: string, calls: ReadonlyMap<string, AgentCall>): void {
    if (calls.size === 0 || this.kept > MAX_KEPT) return;
    const session = sessionPath(file);
    this.bySession.set(session, new Map([...(this.bySession.get(session) ?? []), ...calls]));
    this.kept += calls.size;
  }

  for(file: string): ReadonlyMap<string, AgentCall> {
    return this.bySession.get(sessionPath(file)) ?? new Map();
  }
}

/**
 * `…/<session>` for `…/<session>.jsonl` and for all files below `…/subagents/`. Cursor has the file in a folder of the
 * session's name, which then stands once.
 */
function sessionPath(file: string): string {
  const slashed = file.replaceAll("\\", "/");
  const folder = slashed.indexOf("/subagents/");
  const session = folder >= 0 ? slashed.slice(0, folder) : slashed.replace(/\.jsonl$/i, "");
  return session.replace(/\/([^/]+)\/\1$/, "/$1");
}
