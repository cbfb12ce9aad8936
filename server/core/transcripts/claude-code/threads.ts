import { textOfContent } from "../content";
import { type JsonObject, objectAt, stringAt } from "../json";
import { type ClaudeFile, type ClaudeSession, MAIN_THREAD } from "./state";

/**
 * The thread of a record. A sub-agent's own file, or its `agentId`, names it. Files until about 2.0 hold sub-agents in
 * line without an id: their first record has no parent, the others hang on it.
 */
export function threadOf(file: ClaudeFile, session: ClaudeSession, record: JsonObject, uuid: string | null): string {
  const isSidechain = record["isSidechain"] === true;
  const agentId = isSidechain ? stringAt(record, "agentId") : undefined;
  const key = agentId ?? file.role.agentId;
  if (key !== null && key !== undefined) {
    file.openAgentThread(session, key, stringAt(record, "agentType"));
    return key;
  }
  if (!isSidechain) {
    session.draft.thread({ key: MAIN_THREAD, agent: "main" });
    return MAIN_THREAD;
  }
  const parent = file.nodes.get(stringAt(record, "parentUuid") ?? "");
  if (parent && parent.session === session.id && parent.thread !== MAIN_THREAD) return parent.thread;
  return openInlineThread(file, session, record, uuid);
}

/** A sub-agent in line is told by its prompt, which is the prompt of the call that started it. */
function openInlineThread(file: ClaudeFile, session: ClaudeSession, record: JsonObject, uuid: string | null): string {
  const prompt = textOfContent(objectAt(record, "message")["content"]).trim();
  const callId = session.agentCallsByPrompt.get(prompt);
  const call = callId === undefined ? undefined : file.calls.get(callId);
  const key = `sidechain-${uuid ?? "unknown"}`;
  session.draft.thread({
    key,
    agent: call?.agent?.type,
    parentKey: call?.thread ?? MAIN_THREAD,
    spawnedByCallId: callId,
    label: call?.agent?.label,
  });
  // The next call with the same prompt starts a thread of its own.
  if (callId !== undefined) session.agentCallsByPrompt.delete(prompt);
  return key;
}
