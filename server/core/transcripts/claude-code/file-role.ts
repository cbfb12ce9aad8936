/**
 * What the path of a Claude Code transcript says. Three layouts of sub-agents exist: inside the session's file (until
 * about 2.0), `<project>/agent-<id>.jsonl` beside it, and `<project>/<session>/subagents/…/agent-<id>.jsonl`.
 */
export interface FileRole {
  /** Id of the sub-agent whose own file this is. */
  agentId: string | null;
  /** Session id by the path; the records' own ids count for more. */
  sessionId: string | null;
}

export function fileRole(path: string | undefined): FileRole {
  if (!path) return { agentId: null, sessionId: null };
  const segments = path.replaceAll("\\", "/").split("/");
  const name = segments.at(-1)?.replace(/\.jsonl$/i, "") ?? "";
  const agentId = /^agent-(.+)$/.exec(name)?.[1] ?? null;
  if (agentId === null) return { agentId, sessionId: name || null };
  const folder = segments.lastIndexOf("subagents");
  return { agentId, sessionId: folder > 0 ? (segments[folder - 1] ?? null) : null };
}

/** Agents that the program starts for itself: compaction, prompt suggestions, side questions. */
const AUXILIARY = /^a(?:compact|prompt_suggestion|side_question)-/;

export function isAuxiliaryAgent(agentId: string): boolean {
  return AUXILIARY.test(agentId);
}
