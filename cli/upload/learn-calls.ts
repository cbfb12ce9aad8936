import type { AgentCallBook } from "../files/agent-calls";
import { readTranscript } from "./read-file";

/**
 * A sub-agent's file may not say which call began it; its parent's does. Reads a parent that was sent before, so that
 * its calls are known when a sub-agent's file comes by itself.
 */
export async function learnCalls(parent: string, calls: AgentCallBook): Promise<void> {
  if (calls.for(parent).size > 0) return;
  try {
    for await (const _ of readTranscript(parent, calls, () => undefined));
  } catch {
    // Without its parent's calls the sub-agent keeps the name of its file.
  }
}
