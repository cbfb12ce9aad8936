import { ClaudeLines } from "@/server/core/transcripts/testing/claude-lines";

/** A Claude Code session of one prompt and `count` reads: 1 + 2 × `count` events. Ids carry its name. */
export function readingSession(session: string, count: number, message: Record<string, unknown> = {}): string {
  const more = { sessionId: session };
  const lines = new ClaudeLines().prompt(`Begin ${session}`, { ...more, uuid: `${session}-p` });
  for (let turn = 0; turn < count; turn++) {
    const block = { type: "tool_use", id: `${session}-t${turn}`, name: "Read", input: { file_path: `${turn}.ts` } };
    lines
      .assistant(block, { id: `${session}-m${turn}`, ...message }, { ...more, uuid: `${session}-c${turn}` })
      .result(`${session}-t${turn}`, `content ${turn}`, { ...more, uuid: `${session}-r${turn}` });
  }
  return lines.toString();
}

/** A payload as Claude Code and Codex send it. */
export function payload(event: string, session: string, transcript: string | null, more: object = {}) {
  return { session_id: session, transcript_path: transcript, cwd: "/home/dev/app", hook_event_name: event, ...more };
}
